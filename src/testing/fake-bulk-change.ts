import type { ChangePreview, ChangeResult } from '#contract/portal/bulk-changes.ts';

const rejected = [
  {
    reason: 'Its notes would be too long.',
    total: 2,
    leads: [
      { id: 'Ada', client: 'Ada', company: 'Tui Tyres' },
      { id: 'gone', client: '', company: '' },
    ],
  },
];

/** What a change of 50 leads would do. */
export const previewedChange: ChangePreview = {
  previewedAt: '2026-11-22T10:00:00.000Z',
  contactName: 'Priya Nair',
  changed: 38,
  unchanged: 10,
  first: [{ id: 'Ben', client: 'Ben', company: 'Tui Tyres', contact: 'Bo Reed' }],
  rejected,
};

/** The same change, once it is made. */
export const madeChange: ChangeResult = {
  id: 'b1',
  kind: 'reassign',
  contactName: 'Priya Nair',
  isUndone: false,
  changed: 38,
  unchanged: 10,
  rejected: 2,
  undone: 0,
  superseded: 0,
  undoUntil: null,
  left: rejected,
};
