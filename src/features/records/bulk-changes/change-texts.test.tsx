import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import type { ChangeResult } from '#contract/portal/bulk-changes.ts';
import { madeChange, previewedChange } from '#src/testing/fake-bulk-change.ts';

import { describeMadeChange, describeExpected, useTimeLeft } from './change-texts.ts';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const applied: ChangeResult = {
  ...madeChange,
  changed: 3,
  unchanged: 1,
  rejected: 0,
  left: [],
  undoUntil: inMinutes(9),
};

test('a contact that is not known any more is not called null', () => {
  const said = [
    describeMadeChange({ ...applied, contactName: null }),
    ...describeExpected({
      ...previewedChange,
      key: 'k',
      selection: { query: '' },
      change: { kind: 'reassign', brokerRepId: 'c2' },
      contactName: null,
      changed: 2,
      unchanged: 1,
      rejected: [],
    }),
  ];
  expect(said).toEqual([
    '3 leads reassigned to a contact',
    '2 leads will be reassigned to a contact.',
    '1 already belongs to a contact.',
  ]);
});

function wait(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test('the time left is that of now when its end becomes known', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(useTimeLeft, { initialProps: null as string | null });
  expect(result.current).toBeUndefined();
  wait(120_000);
  rerender(inMinutes(9));
  expect(result.current).toBe('9 min');
  wait(540_000);
  expect(result.current).toBeUndefined();
});
