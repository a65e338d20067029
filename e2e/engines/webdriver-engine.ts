import { writeFile } from 'node:fs/promises';

import { type Engine, fileInput, type Key, type Point, type Press } from './engine.ts';
import { openSession, type WebDriverSession } from './webdriver-client.ts';

/**
 * Opens a window in a browser driven by the W3C WebDriver at a URL: WebKit as Debian packages it.
 * Fails with a `TimeoutError` when the driver has opened none in `limit` milliseconds.
 */
export async function openWindow(
  driver: string,
  size: { width: number; height: number },
  limit: number,
): Promise<Engine> {
  const session = await openSession(driver, AbortSignal.timeout(limit));
  await session.post('/window/rect', size);
  return engineOf(session);
}

const keys: Record<Key | 'Control', string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Control: '\uE009',
};
const buttons = { left: 0, middle: 1 } as const;

function engineOf(session: WebDriverSession): Engine {
  const act = async (type: 'key' | 'pointer', actions: readonly object[]) =>
    session.post<null>('/actions', { actions: [{ type, id: type, actions }] });
  const press = async (keysInTurn: readonly string[]) =>
    act(
      'key',
      keysInTurn.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
  return {
    goto: async (url) => void (await session.post('/url', { url })),
    run: (body, args = []) => session.post('/execute/sync', { script: body, args }),
    press: async (at, { button = 'left', control = false }: Press = {}) => {
      if (control) await act('key', [{ type: 'keyDown', value: keys.Control }]);
      await act('pointer', [
        moveTo(at),
        { type: 'pointerDown', button: buttons[button] },
        { type: 'pointerUp', button: buttons[button] },
      ]);
      if (control) await act('key', [{ type: 'keyUp', value: keys.Control }]);
    },
    drag: async (from, to) => {
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      await act('pointer', [
        moveTo(from),
        { type: 'pointerDown', button: buttons.left },
        moveTo(middle),
        moveTo(to),
        { type: 'pointerUp', button: buttons.left },
      ]);
    },
    type: async (text) => void (await press(Array.from(text))),
    key: async (key) => void (await press([keys[key]])),
    upload: async (paths) => {
      const found = await session.post<Record<string, string>>('/element', {
        using: 'css selector',
        value: fileInput,
      });
      const [id] = Object.values(found);
      await session.post(`/element/${id}/value`, { text: paths.join('\n') });
    },
    tabs: async () => (await session.get<string[]>('/window/handles')).length,
    screenshot: async (path) =>
      writeFile(path, Buffer.from(await session.get<string>('/screenshot'), 'base64')),
    // WebDriver doesn't report console messages.
    noise: () => [],
    close: () => session.end(),
  };
}

function moveTo({ x, y }: Point) {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 };
}
