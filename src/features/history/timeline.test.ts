import { expect, test } from 'vitest';

import type { HistoryChange, HistoryEntry } from '#contract/portal/history.ts';

import { toTimeline } from './timeline.ts';

const mia = { source: 'portal', id: 'a1', name: 'Mia Moss' } as const;
const ada = { source: 'portal', id: 'a2', name: 'Ada Marsh' } as const;
const at = (minute: number) => new Date(Date.UTC(2026, 2, 5, 10, minute)).toISOString();

/** Returns an entry that was made at a minute of the same hour. */
function entry(minute: number, parts: Partial<HistoryEntry>): HistoryEntry {
  const base = { id: String(minute), kind: 'changed', at: at(minute), who: mia } as const;
  return { ...base, changes: [], file: null, upload: null, ...parts };
}
const edit = (minute: number, changes: HistoryChange[], who: HistoryEntry['who'] = mia) =>
  entry(minute, { changes, who });
const change = (field: string, from: unknown, to: unknown): HistoryChange => ({ field, from, to });

test('consecutive edits of one person within ten minutes are one item with their sum', () => {
  const [item, ...others] = toTimeline([
    edit(14, [change('phone', '+612', '+613'), change('email', 'a@b.test', '')]),
    edit(8, [change('phone', '+611', '+612')]),
    edit(3, [change('tradingName', '', 'Kauri'), change('email', '', 'a@b.test')]),
  ]);
  expect(others).toEqual([]);
  expect(item).toMatchObject({ at: at(14), since: at(3), count: 3 });
  expect(item?.changes).toEqual([
    change('tradingName', '', 'Kauri'),
    change('phone', '+611', '+613'),
  ]);
});

test('edits of others, later edits and changes of status are items of their own', () => {
  const status = change('status', 'New', 'Converted');
  const items = toTimeline([
    edit(40, [change('phone', '+611', '+612')]),
    edit(29, [change('phone', '', '+611')]),
    edit(28, [change('email', '', 'a@b.test')], ada),
    edit(27, [status, change('convertedDealId', '', 'd1')]),
    edit(26, [change('tradingName', '', 'Kauri')], ada),
  ]);
  expect(items.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
  expect(items[3]).toMatchObject({ status, changes: [change('convertedDealId', '', 'd1')] });
});

test('a lead given to another contact, and back, shows both', () => {
  const items = toTimeline([
    edit(9, [change('notes', '', 'Called')]),
    edit(8, [change('brokerRep', 'Ada', 'Mia')]),
    edit(7, [change('brokerRep', 'Mia', 'Ada')]),
  ]);
  expect(items.map(({ count }) => count)).toEqual([1, 1, 1]);
});

test('a program with a person’s API key is not the person', () => {
  const byKey = { ...mia, source: 'api' } as const;
  const edits = [edit(9, [change('phone', '1', '2')], byKey), edit(8, [change('phone', '', '1')])];
  expect(toTimeline(edits)).toHaveLength(2);
});

test('a change and its reversal leave no change', () => {
  const [item] = toTimeline([
    edit(9, [change('businessAddress', { city: 'Perth' }, { city: '' })]),
    edit(8, [change('businessAddress', { city: '' }, { city: 'Perth' })]),
  ]);
  expect(item).toMatchObject({ count: 2, changes: [] });
});

test('files of one moment are one item, and an erased file is counted', () => {
  const file = { id: 'f1', fileName: 'june.pdf', type: 'Bank Statements' };
  const attached = (minute: number, one: HistoryEntry['file']) =>
    entry(minute, { kind: 'attached', file: one });
  const [item, created] = toTimeline([
    attached(3, file),
    attached(2, null),
    entry(1, { kind: 'created' }),
  ]);
  expect(item?.files).toEqual([file, null]);
  expect(created).toMatchObject({ kind: 'created', files: [] });
});

test('a call has its number, and no list of changes', () => {
  const changes = [change('numberOfCallsMade', 2, 3), change('lastCallDate', null, at(1))];
  const [item] = toTimeline([entry(1, { kind: 'call', changes })]);
  expect(item).toMatchObject({ kind: 'call', calls: 3, changes: [] });
});
