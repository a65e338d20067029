import {
  type BulkUpload,
  noChoices,
  type OpenedUpload,
} from '#contract/bulk-upload/bulk-uploads.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import type { Recognition } from '#src/bulk-upload/reader/recognition.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';

export const exact: ParseOptions = { encoding: 'windows-1252', delimiter: ',', columns: null };

export const recognition: Recognition = {
  kind: 'csv',
  encoding: 'windows-1252',
  encodingName: 'windows-1252',
  samples: [],
  columns: [],
  columnSamples: [],
  firstRows: [],
  notices: [],
  parseOptions: exact,
  isExact: true,
};

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
  readyDuplicates: { leads: 0, rows: 0 },
  canUndo: false,
  canRedo: false,
};

export const summary = { ...emptySummary, read: 3, ready: 2, invalid: 1 };

export const upload: BulkUpload = {
  id: 'u1',
  fileName: 'june.csv',
  size: 4,
  contentHash: '0'.repeat(64),
  state: 'checking',
  totals: { read: 0, submitted: 0, rejected: 0, leftOut: 0, blank: 0, unknown: 0, waiting: 0 },
  createdAt: '2026-06-01T00:00:00Z',
  createdBy: 'Ada Marsh',
  lastSentAt: null,
  endedAt: null,
  storedUntil: '2026-07-01T00:00:00Z',
};

/** The upload as the service returns it for a file that is chosen the first time. */
export const openedUpload: OpenedUpload = {
  upload,
  choices: noChoices,
  edits: [],
  submittedRows: [],
  unknownRows: [],
  rowsInBatch: 1_000,
};

export const file = new File(['rows'], 'june.csv');
