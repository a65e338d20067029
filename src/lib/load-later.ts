/** How long further parts wait for the first page, in milliseconds: nobody needs them sooner. */
const delayMs = 1_000;

/** Loads a part of the page once the page is there. Where that fails, it is tried again. */
export async function loadLater<Part>(load: () => Promise<Part>): Promise<{ default: Part }> {
  for (let delay = delayMs; ; delay = 30 * delayMs) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const part = await load().catch(() => null);
    if (part !== null) return { default: part };
  }
}
