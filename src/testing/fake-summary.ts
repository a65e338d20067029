import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';

/** The summary of a sheet without rows, for tests to fill in. */
export const emptySummary: SheetSummary = {
  read: 0,
  ready: 0,
  invalid: 0,
  leftOut: 0,
  blank: 0,
  submitted: 0,
  unknown: 0,
  issues: [],
  duplicateRows: 0,
  duplicateLeads: 0,
  canUndo: false,
  canRedo: false,
};
