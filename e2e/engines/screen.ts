import { expect } from '@playwright/test';

import type { Engine, Key, Press } from './engine.ts';
import { pageScript } from './page-script.ts';
import type { PageTools, RowPositions, Target, TextMatch } from './page-tools.ts';

const toTextMatch = (pattern: string | RegExp): TextMatch =>
  typeof pattern === 'string' ? pattern : { source: pattern.source, flags: pattern.flags };

/** Targets an element by its role and name, as a screen reader announces it. */
export const role = (name: string, expected: string | RegExp, inside?: Target): Target => ({
  by: 'role',
  role: name,
  text: toTextMatch(expected),
  inside,
});
/** Targets a field by its label. */
export const label = (expected: string | RegExp, inside?: Target): Target => ({
  by: 'label',
  text: toTextMatch(expected),
  inside,
});
/** Targets an element by its text. */
export const text = (expected: string | RegExp, inside?: Target): Target => ({
  by: 'text',
  text: toTextMatch(expected),
  inside,
});

const drawnTwice =
  'return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))';
const isHydrated = 'return globalThis.earlyInput === undefined';
const howFar = 'return document.querySelector("progress")?.value ?? null';

/** A page as a user operates it, the same in every engine. Each step waits until it is possible. */
export type Screen = ReturnType<typeof screenOf>;

/** Returns the page of a session that shows the product at a URL. */
export function screenOf(engine: Engine, productUrl: string) {
  const ask = asking(engine);
  /** Presses a target that has not moved for two frames: content loading above it can move it. */
  const press = async (target: Target, how?: Press) =>
    eventually(async () => {
      const before = await ask('place', target);
      await engine.run(drawnTwice);
      const at = await ask('place', target);
      if (at.x !== before.x || at.y !== before.y) throw new Error('The target is moving.');
      await engine.press(at, how);
    });
  return {
    engine,
    /** Opens a page; waits until it is hydrated. */
    goto: async (path: string) => {
      await engine.goto(`${productUrl}${path}`);
      await expect.poll(() => engine.run(isHydrated)).toBe(true);
    },
    press,
    type: (typed: string) => engine.type(typed),
    key: (key: Key) => engine.key(key),
    upload: (...paths: string[]) => eventually(async () => engine.upload(paths)),
    /** Replaces the text of a field by typing; the field then shows the same, or `shown`. */
    fill: async (target: Target, typed: string, shown = typed) => {
      // A press while the page is still being laid out may miss the field.
      await eventually(async () => {
        await press(target);
        if (!(await ask('isFocused', target))) throw new Error('The field has no focus.');
      });
      await ask('selectAll');
      await engine.type(typed);
      await expect.poll(() => ask('value', target)).toBe(shown);
    },
    /** Opens a section by its heading. */
    open: async (target: Target) =>
      // As for a field, a press while the page is still being laid out may miss the heading.
      eventually(async () => {
        if (await ask('isOpen', target)) return;
        await press(target);
        if (!(await ask('isOpen', target))) throw new Error('The section is closed.');
      }),
    choose: (target: Target, expected: string | RegExp) =>
      eventually(async () => ask('choose', target, toTextMatch(expected))),
    value: (target: Target) => ask('value', target),
    texts: (target: Target) => ask('texts', target),
    /** Waits until the target is present (`shows`) or absent (`hides`). */
    shows: (target: Target) =>
      eventually(async () => expect(await ask('count', target)).toBeGreaterThan(0)),
    hides: (target: Target) => eventually(async () => expect(await ask('count', target)).toBe(0)),
    /** Waits for the target for as long as the page’s progress bar advances. */
    showsInTheEnd: async (target: Target) => {
      const isThere = async () => (await ask('count', target)) > 0;
      while (!(await isThere())) {
        const before = await engine.run(howFar);
        await expect
          .poll(async () => (await isThere()) || (await engine.run(howFar)) !== before)
          .toBe(true);
      }
    },
    /** Waits for a row of a table and returns the positions of its cells. */
    row: (table: string, index: number) =>
      eventually(async (): Promise<RowPositions> => ask('row', table, index)),
    path: async () => String(await engine.run('return location.pathname + location.search')),
    back: async () => void (await engine.run('history.back()')),
    selected: async () => String(await engine.run('return String(getSelection())')),
  };
}

/**
 * Returns a function that calls the tools of page-script.ts and injects the script where a page
 * load has removed it.
 */
function asking(engine: Engine) {
  const call = `return window.pageTools ? [window.pageTools[arguments[0]](...arguments[1]) ?? null] : null`;
  return async <Name extends keyof PageTools>(
    name: Name,
    ...args: Parameters<PageTools[Name]>
  ): Promise<ReturnType<PageTools[Name]>> => {
    const answered = async () => (await engine.run(call, [name, args])) as [never] | null;
    const first = await answered();
    if (first !== null) return first[0];
    await engine.run(pageScript);
    const second = await answered();
    if (second === null) throw new Error('The page was left while it was asked.');
    return second[0];
  };
}

/** Retries until the attempt doesn't throw. */
async function eventually<Value>(attempt: () => Promise<Value>): Promise<Value> {
  let value: { is: Value } | undefined;
  await expect(async () => {
    value = { is: await attempt() };
  }).toPass({ timeout: 60_000, intervals: [50, 100, 200] });
  if (value === undefined) throw new Error('It passed without a value.');
  return value.is;
}
