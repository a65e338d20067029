import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import { exact, recognition } from '#src/testing/fake-upload.ts';

import { ReadingStep, UploadPanel } from './upload-panel.tsx';

test('reading says how much is done, how fast, and how long it still takes', () => {
  const file = new File(['x'.repeat(600_000)], 'june.csv');
  const progress = { bytes: 100_000, rows: 2_000, contentHash: null };
  const samples = [
    { at: 0, done: 0 },
    { at: 20_000, done: 100_000 },
  ];
  const stage = { file, recognition, parseOptions: exact, progress, samples } as const;
  render(
    <ReadingStep stage={{ at: 'reading', readAgainReason: null, ...stage }} onCancel={vi.fn()} />,
  );
  expect(screen.getByText(/2,000 rows/)).toBeVisible();
  expect(screen.getByText(/ of .* a second, about 2 minutes left$/)).toBeVisible();
});

/** Drops files, or other content, on the page. Returns whether the browser would open it. */
function drop(...files: readonly File[]): boolean {
  const event = new Event('drop', { bubbles: true, cancelable: true });
  const types = files.length > 0 ? ['Files'] : ['text/uri-list', 'text/plain'];
  Object.assign(event, { dataTransfer: { files, types } });
  act(() => void document.body.dispatchEvent(event));
  return !event.defaultPrevented;
}

test('of several files dropped none is read, and of a link neither; each says what to do', async () => {
  const open = vi.spyOn(UploadWork.prototype, 'open').mockResolvedValue();
  const work = Object.assign(Object.create(UploadWork.prototype), { prepare: () => () => {} });
  render(<UploadPanel work={work} stage={{ at: 'nothing' }} />);
  const june = new File(['x'], 'june.csv');
  const july = new File(['x'], 'july.csv');
  expect(drop(june, july)).toBe(false);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Drop one file at a time. These were 2: june.csv and july.csv.None of them was read.',
  );
  expect(drop()).toBe(false);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'That’s a link or a text, not a file.Save the file on this computer first',
  );
  expect(open).not.toHaveBeenCalled();
  expect(drop(july)).toBe(false);
  expect(open.mock.calls).toEqual([[july]]);
  expect(screen.queryByRole('alert')).toBeNull();
});
