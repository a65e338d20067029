import { createStore } from './store.ts';

/** How long lazy parts wait for the first page, in milliseconds: they are not needed sooner. */
const delayMs = 1_000;
const retryDelayMs = 30_000;

/** Resolves after some milliseconds. */
const wait = async (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The longest wait before a part is asked for again, in milliseconds; each is a second longer. */
const maxPartDelayMs = 8_000;
/** How often a part may fail while the service sends others: the line may come and go. */
const maxFailures = 3;

/** Thrown where a release has replaced this version of the portal: its parts are gone. */
export class NewVersionError extends Error {
  override message = 'A new version is available. Reload the page.';
}

/** The reason why awaited parts don't load: the service can't be reached, or a release. */
export const partsState = createStore<'here' | 'awaited' | 'replaced'>('here');

/** Waits some milliseconds, or until the browser is online, as frame-notices.tsx can say too. */
async function waitForRetry(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener('online', resolve, { once: true });
  });
}

/**
 * Returns whether the service still has this version of the portal; undefined if it does not
 * answer. The name of the first script, which has this file, changes with every part.
 */
async function findVersion(): Promise<'same' | 'new' | undefined> {
  const request = fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' });
  const response = await request.catch(() => undefined);
  if (response?.ok) return 'same';
  return response?.status === 404 ? 'new' : undefined;
}

/**
 * Loads a part of the portal: as often as it takes while the service does not answer, as offline or
 * in a failover. After each such try `onOutage` is called with their number; it may throw.
 * @throws NewVersionError if a release has replaced the part; what `load` does if the service
 * answers otherwise
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  onOutage?: (tries: number) => void,
): Promise<Part> {
  for (let tries = 1, failures = 0; ; tries += 1) {
    try {
      return await (tries > 1 ? loadStyled(load) : load());
    } catch (error) {
      await waitForRetry(Math.min(tries * 1_000, maxPartDelayMs));
      const version = await findVersion();
      if (version === 'new') throw new NewVersionError();
      if (version === undefined) onOutage?.(tries);
      else if ((failures += 1) === maxFailures) throw error;
    }
  }
}

/** Loads a part that the user waits for, as `loadPart` does. `partsState` reports an outage. */
export async function awaitPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await loadPart(load, (tries) => tries > 1 && partsState.set('awaited'));
  } finally {
    if (partsState.get() === 'awaited') partsState.set('here');
  }
}

/**
 * Waits until the page is reloaded if a release has replaced a part of it, and sets `partsState`.
 * The page stays as it is, with its typed text. Throws any other error.
 */
export async function waitForReload(error: unknown): Promise<never> {
  if (!(error instanceof NewVersionError)) throw error;
  partsState.set('replaced');
  return new Promise(() => {});
}

/** Loads a part. Of style sheets that failed before, Vite does not ask again: this does. */
async function loadStyled<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('[rel=stylesheet]')) {
    if (hasRules(link)) continue;
    await new Promise((onload, onerror) => {
      document.head.append(Object.assign(link.cloneNode(), { onload, onerror }));
    });
  }
  return load();
}

/** Returns whether a style sheet was loaded. In Chromium, one that failed is empty, or not read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return Boolean(sheet?.cssRules.length);
  } catch {
    return false;
  }
}

/** Loads a part of the page once the page is there. Where that fails, it is tried again. */
export async function loadLazily<Part>(load: () => Promise<Part>): Promise<Part> {
  await wait(delayMs);
  for (;;) {
    try {
      return await loadPart(load);
    } catch (error) {
      if (error instanceof NewVersionError) throw error;
      await wait(retryDelayMs);
    }
  }
}

/** The longest wait for idle time in milliseconds: Chromium may see none until the next frame. */
const idleLimitMs = 200;

/**
 * Calls `callback` when the browser is idle, or after 200 ms: in Safari, which lacks
 * `requestIdleCallback`, always then. Returns a function that cancels the call.
 */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback, idleLimitMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback, { timeout: idleLimitMs });
  return () => cancelIdleCallback(request);
}
