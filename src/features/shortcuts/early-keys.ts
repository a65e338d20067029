// Part of the first script, and therefore short: the shortcuts are loaded after the page.

/** The keys that were pressed before the shortcuts were there, in their order. */
let pressed: string[] = [];
let stop = () => {};
const clear = () => (pressed = []);

/**
 * Remembers the keys that are pressed outside fields until {@link takeEarlyKeys} is called. A click
 * clears them. Resolves when the first one is pressed.
 */
export async function rememberEarlyKeys(): Promise<void> {
  return new Promise((resolve) => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      const isCommand = altKey || ctrlKey || metaKey;
      // On a control, Enter has its own meaning.
      const fields = key === 'Enter' ? ':not(body)' : 'input, textarea, select, :popover-open *';
      if (isCommand || !(target instanceof Element) || target.matches(fields)) return;
      // In Firefox, the slash would open a search of its own.
      if (key === '/') event.preventDefault();
      pressed.push(key);
      resolve();
    };
    const listeners = new AbortController();
    stop = () => listeners.abort();
    addEventListener('keydown', onKeyDown, listeners);
    addEventListener('pointerdown', clear, listeners);
  });
}

/** Returns the remembered keys, and remembers no further ones. */
export function takeEarlyKeys(): string[] {
  stop();
  const keys = pressed;
  clear();
  return keys;
}
