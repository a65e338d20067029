/** How long further parts wait for the first page, in milliseconds: nobody needs them sooner. */
const delayMs = 1_000;
const retryDelayMs = 30_000;

/** Resolves after some milliseconds. */
const wait = async (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The waits before a part is asked for again, in milliseconds; the last one repeats. */
const partDelaysMs = [1_000, 2_000, 4_000, 8_000];

/**
 * Loads a part that somebody waits for: as often as it takes while the service sends no files at
 * all, as in a failover. After each try `onOutage` is called with their number; it may throw.
 * @throws what `load` does if the service sends others: a new version has replaced this one
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  onOutage: (tries: number) => void = () => {},
): Promise<Part> {
  for (let tries = 1; ; tries += 1) {
    const part = await (tries === 1 ? load() : loadAgain(load)).catch(() => null);
    if (part !== null) return part;
    await wait(partDelaysMs[tries - 1] ?? partDelaysMs.at(-1) ?? 0);
    if (await sendsFiles()) return loadAgain(load);
    onOutage(tries);
  }
}

/** Loads a part with its style sheets: Vite asks for each of them once, even if that fails. */
async function loadAgain<Part>(load: () => Promise<Part>): Promise<Part> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  // One that failed has an empty sheet in Chromium.
  const loaded = new Set(
    links.filter(({ sheet }) => sheet?.cssRules.length).map(({ href }) => href),
  );
  const failed = new Set(links.map(({ href }) => href).filter((href) => !loaded.has(href)));
  await Promise.all(
    Array.from(failed, async (href) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      document.head.append(link);
      await new Promise((resolve, reject) => {
        link.addEventListener('load', resolve);
        link.addEventListener('error', reject);
      });
    }),
  );
  return load();
}

async function sendsFiles(): Promise<boolean> {
  const file = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return file?.ok ?? false;
}

/** Loads a part of the page once the page is there. Where that fails, it is tried again. */
export async function loadLater<Part>(load: () => Promise<Part>): Promise<Part> {
  await wait(delayMs);
  for (;;) {
    const part = await loadAgain(load).catch(() => null);
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
