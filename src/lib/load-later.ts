/** How long further parts wait for the first page, in milliseconds: nobody needs them sooner. */
const delayMs = 1_000;
const retryDelayMs = 30_000;

/** Resolves after some milliseconds. */
const wait = async (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The longest wait before a part is asked for again, in milliseconds; each is a second longer. */
const maxPartDelayMs = 8_000;

/**
 * Loads a part that somebody waits for: as often as it takes while the service sends no files at
 * all, as in a failover. After each try `onOutage` is called with their number; it may throw.
 * @throws what `load` does if the service sends others: a new version has replaced this one
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  onOutage?: (tries: number) => void,
): Promise<Part> {
  for (let tries = 1; ; tries += 1) {
    const part = await (tries > 1 ? loadStyled(load) : load()).catch(() => null);
    if (part !== null) return part;
    await wait(Math.min(tries * 1_000, maxPartDelayMs));
    const file = fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
    if ((await file.catch(() => null))?.ok) return loadStyled(load);
    onOutage?.(tries);
  }
}

/** Loads a part. Of style sheets that failed before, Vite does not ask again: this does. */
async function loadStyled<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('[rel=stylesheet]')) {
    // One that failed has an empty sheet in Chromium.
    if (link.sheet?.cssRules.length) continue;
    await new Promise((onload, onerror) => {
      document.head.append(Object.assign(link.cloneNode(), { onload, onerror }));
    });
  }
  return load();
}

/** Loads a part of the page once the page is there. Where that fails, it is tried again. */
export async function loadLater<Part>(load: () => Promise<Part>): Promise<Part> {
  await wait(delayMs);
  for (;;) {
    const part = await loadPart(load).catch(() => null);
    if (part !== null) return part;
    await wait(retryDelayMs);
  }
}

/** The longest wait for idle time in milliseconds: Chromium may see none until the next frame. */
const idleLimitMs = 200;

/**
 * Calls `act` when the browser is idle, or after 200 ms: in Safari, which lacks
 * `requestIdleCallback`, always then. Returns a function that cancels the call.
 */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, idleLimitMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(act, { timeout: idleLimitMs });
  return () => cancelIdleCallback(request);
}
