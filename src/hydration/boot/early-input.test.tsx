import { expect, test, vi } from 'vitest';

import { recordEarlyInput, replayEarlyInput } from './early-input.ts';

test('a press on a text that the browser has translated is replayed where it is not yet', () => {
  const root = document.createElement('div');
  document.body.append(root);
  const markup = (text: (words: string) => string) =>
    `<p>${text('Sort')}<b>${text('by')}</b><button>${text('time')}</button></p>`;
  root.innerHTML = markup((words) => `<font><font>${words}</font></font>`);
  recordEarlyInput(root);
  root.querySelector<HTMLElement>('button font font')?.click();

  root.innerHTML = markup((words) => words);
  const onPress = vi.fn();
  root.querySelector('button')?.addEventListener('click', onPress);
  replayEarlyInput(root);
  expect(onPress).toHaveBeenCalledOnce();
});
