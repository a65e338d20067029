import type { BulkChange } from '#contract/portal/bulk-changes.ts';

/** No lead, for each outcome. */
export const noOutcomes: BulkChange['outcomes'] = {
  pending: 0,
  changed: 0,
  unchanged: 0,
  rejected: 0,
  undone: 0,
  superseded: 0,
};

/** A change of 50 leads that its maker has only prepared. */
export const preparedChange: BulkChange = {
  id: 'b1',
  state: 'prepared',
  change: { kind: 'reassign', brokerRepId: 'c2' },
  contactName: 'Priya Nair',
  createdBy: 'Sam Tester',
  isOwn: true,
  createdAt: '2026-11-22T10:00:00.000Z',
  total: 50,
  outcomes: { ...noOutcomes, pending: 38, unchanged: 10, rejected: 2 },
  undoUntil: null,
};
