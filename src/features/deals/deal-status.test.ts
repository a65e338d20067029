import { expect, test } from 'vitest';

import type { HistoryEntry } from '#contract/portal/history.ts';
import { dealEnds, dealPath, dealStatuses } from '#contract/v1/values.ts';

import { knownStatus } from './deal-status.ts';
import { readDealPath } from './deal-view.tsx';

test('every status is one of the nine on the path or one of the three ends', () => {
  expect(dealPath).toHaveLength(9);
  expect([...dealPath, ...dealEnds].toSorted()).toEqual(dealStatuses.toSorted());
  for (const status of dealStatuses) expect(knownStatus(status)).toBe(status);
});

test('an unknown status has no place on the path', () => {
  for (const status of ['', 'Invented']) expect(knownStatus(status)).toBeUndefined();
});

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T10:00:00.000Z`;

/** Returns a history, newest first, of statuses reached on days, oldest first. */
function historyOf(...steps: readonly (readonly [status: string, day: number])[]): HistoryEntry[] {
  return steps
    .map(([to, at], index): HistoryEntry => {
      const [from, since] = steps[index - 1] ?? ['', 0];
      return {
        id: String(index + 1),
        kind: index === 0 ? 'created' : 'changed',
        at: day(at),
        who: { source: 'operator', id: null, name: null },
        changes: [{ field: 'status', from, to, ...(since > 0 && { fromSince: day(since) }) }],
        file: null,
        upload: null,
      };
    })
    .toReversed();
}

test('steps before the present one are done only if the history has them, with their day', () => {
  const history = historyOf(['Application Received', 1], ['In Progress', 2], ['Approved', 5]);
  expect(readDealPath('Approved', history)).toEqual({
    done: new Map([
      ['Application Received', day(1)],
      ['In Progress', day(2)],
    ]),
    before: null,
  });
});

test('without history no step is done', () => {
  expect(readDealPath('Settled', [])).toEqual({ done: new Map(), before: null });
  expect(readDealPath('Declined', [])).toEqual({ done: new Map(), before: null });
});

test('a deal that went back has done only what is before its step, as last reached', () => {
  const history = historyOf(
    ['Application Received', 1],
    ['In Progress', 2],
    ['Approved', 5],
    ['In Progress', 6],
    ['Additional Info Required', 9],
  );
  const { done } = readDealPath('Additional Info Required', history);
  expect([...done]).toEqual([
    ['Application Received', day(1)],
    ['In Progress', day(6)],
  ]);
});

test('an outcome off the path has the step at which the deal stood before', () => {
  const history = historyOf(
    ['Application Received', 1],
    ['Approved', 4],
    ['On Hold', 6],
    ['Withdrawn', 20],
  );
  expect(readDealPath('Withdrawn', history)).toEqual({
    done: new Map([
      ['Application Received', day(1)],
      ['Approved', day(4)],
    ]),
    before: { status: 'Approved', since: day(4), until: day(6) },
  });
});

test('a deal that began off the path stood nowhere before', () => {
  expect(readDealPath('On Hold', historyOf(['On Hold', 1])).before).toBeNull();
});
