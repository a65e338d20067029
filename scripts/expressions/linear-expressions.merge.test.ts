import { execFileSync } from 'node:child_process';

import { checkSync } from 'recheck';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { codeFiles, isTest } from '#scripts/imports.ts';

import { type Expression, writtenExpressions } from './written-expressions.ts';

/** Without limits by time and with one seed, so that the answer is always the same. */
const parameters = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  mutationTimeout: null,
  maxIteration: 2,
};

const files = codeFiles('contract', 'server', 'src').filter(
  (file) => !isTest(file) && !/^(?:server|src)\/testing\//.test(file),
);
const found = files.map(writtenExpressions);
const written = found.flatMap((one) => one.written);
const made = found.flatMap((one) => one.made);

/** Returns the expressions that are made of texts, which have to be loaded to be known. */
function readMade(): Expression[] {
  const sources = [...new Set(made.map((place) => place.replace(/:\d+$/, '')))];
  const args = ['scripts/expressions/print-made-expressions.ts', ...sources];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Expression[];
}

const expressions = [...written, ...readMade()];
const byFile = Map.groupBy(expressions, ({ place }) => place.replace(/:\d+$/, ''));

/**
 * Returns whether an expression repeats nothing without end, and at most one part more than nine
 * times: it reads each character of a text a limited number of times.
 */
function isBounded(source: string): boolean {
  const quantifiers = source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x');
  const counts = quantifiers.match(/\{[\d,]+\}/g) ?? [];
  const isEndless = /[*+]/.test(quantifiers) || counts.some((count) => count.endsWith(',}'));
  return !isEndless && counts.filter((count) => /\d\d\}$/.test(count)).length <= 1;
}

/**
 * Returns the alternatives of an expression, which take as long together as the longest of them;
 * the whole expression if it repeats what a numbered group has found.
 */
function alternatives(source: string): string[] {
  if (/\\[1-9]/.test(source)) return [source];
  const parts = [''];
  let depth = 0;
  for (const [part] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./gs)) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (part === '|' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${part}`);
  }
  return parts;
}

/** Returns how the steps of an expression grow with the length of a text: `linear`, or more. */
function growth({ source, flags }: Pick<Expression, 'source' | 'flags'>): string {
  const grown = alternatives(source).map((one) => growthOfOne(one, flags));
  return grown.find((degree) => degree !== 'linear') ?? 'linear';
}

const known = new Map<string, string>();

function growthOfOne(source: string, flags: string): string {
  const name = `/${source}/${flags}`;
  const degree = known.get(name) ?? (isBounded(source) ? 'linear' : checkedGrowth(source, flags));
  known.set(name, degree);
  return degree;
}

function checkedGrowth(source: string, flags: string): string {
  const checked = checkSync(source, flags, parameters);
  if (checked.status === 'safe') return 'linear';
  return checked.status === 'vulnerable'
    ? checked.complexity.summary
    : JSON.stringify(checked.error);
}

describe('every regular expression of contract, service and browser', () => {
  // In this process: the program of the package is for some systems only.
  beforeAll(() => void vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure'));

  it('is found: written, or made of texts when its file is loaded', () => {
    expect(files.length).toBeGreaterThan(700);
    expect(written.length).toBeGreaterThan(400);
    const places = new Set(expressions.map(({ place }) => place));
    expect(made.filter((place) => !places.has(place))).toEqual([]);
  });

  // Steps are counted, however long they take: a busy machine needs minutes for some files.
  it.each([...byFile.keys()].toSorted())(
    'takes time in proportion to the text: %s',
    { timeout: 0 },
    (file) => {
      const all = byFile.get(file) ?? [];
      const others = new Map(all.map((one) => [`${one.place} /${one.source}/${one.flags}`, one]));
      const grown = [...others].map(([name, one]) => [name, growth(one)]);
      expect(grown.filter(([, degree]) => degree !== 'linear')).toEqual([]);
    },
  );
});

/** Expressions that the portal once ran on searches, files of partners or typed text. */
const former = [
  [/^[(+]*[\d().+/-]*\d[\d().+/-]*[a-z]?[).]*$/i, '4th degree polynomial'],
  [/^\s*([^=]+?)\s*=\s*([1-9]\d{0,3}) months?\s*$/, '3rd degree polynomial'],
  [/@[\0-\u007f]*$/, '2nd degree polynomial'],
  [/\[\$([^\]-]*)-[^\]]*\]/g, '2nd degree polynomial'],
  [/\B(?=(?:\d{3})+$)/g, '2nd degree polynomial (fuzz)'],
  [/^(a+)+$/, 'exponential'],
] as const;

it.each(former)('an expression that takes longer is known: %s', (expression, degree) => {
  vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure');
  expect(growth(expression)).toBe(degree);
});
