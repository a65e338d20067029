import * as z from 'zod/mini';

import { templateColumns } from './lead-template.ts';
import { parseOptions, storableText } from './parse-options.ts';

/**
 * The state of a bulk upload. Only a `submitting` upload accepts rows. A stopped or finished upload
 * can be resumed.
 */
export const uploadStates = ['checking', 'submitting', 'paused', 'stopped', 'finished'] as const;
export type UploadState = (typeof uploadStates)[number];

/**
 * The outcome of a row. A submitted row is a lead for good. An unknown row was sent to the upstream
 * service, but the response was lost: the row is reconciled with the upstream leads, and never sent
 * again. Any other outcome is replaced when the row is sent again.
 */
export const rowOutcomes = ['submitted', 'rejected', 'left-out', 'blank', 'unknown'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/**
 * Why a row was left out: the user chose so, or it duplicates a row of the file or a lead of the
 * partner.
 */
export const leaveOutReasons = ['person', 'duplicate-row', 'duplicate-lead'] as const;
export type LeaveOutReason = (typeof leaveOutReasons)[number];

/**
 * Limits of the requests about one upload. An Excel sheet has at most 1,048,576 rows; a CSV file
 * can have more.
 */
export const uploadLimits = {
  /** Files that an account can open within a day for the first time. */
  filesPerDay: 200,
  lastRow: 10_000_000,
  rowsInBatch: 1_000,
  /** Rows in a batch in front of an upstream service, where each row is a separate request. */
  rowsInForwardedBatch: 50,
  /**
   * Twice the maximum length of the longest field. A longer cell is cut to this length before it is
   * sent; it is rejected in any case.
   */
  cellCharacters: 20_000,
  /**
   * Limits for rows with more cells than the template: the client cuts off cells beyond
   * `cellsInRow`, and cuts each cell beyond the template's to `charactersBeyond`. Such a row is
   * rejected in any case.
   */
  cellsInRow: 100,
  charactersBeyond: 1_000,
  editsInRequest: 1_000,
  edits: 200_000,
  /** For all edits of an upload together, because one response contains all of them. */
  editedBytes: 32 * 1024 * 1024,
  fixes: 500,
  rowChoices: 20_000,
  keysInRequest: 3_000,
  keyLength: 600,
  /** Maximum size in bytes of a request with a batch of rows, with edits, or with the choices. */
  body: 4 * 1024 * 1024,
  /** Maximum number of values in such a request: the cells of a batch and values around them. */
  bodyValues: 110_000,
  /** Days for which edits, fixes and the cells of rejected rows are stored after the last use. */
  retentionDays: 30,
} as const;

/** A row's number as Excel shows it: the header is row 1. */
export const rowNumber = z.int().check(z.gte(1), z.lte(uploadLimits.lastRow));
const columnName = z.enum(templateColumns.map((column) => column.name));

/**
 * A fix that the user chose for all cells with one issue: the issue's key, and the chosen option if
 * the fix has options (a country, a date order).
 */
export const fix = z.strictObject({
  issue: storableText(200),
  option: z.nullable(storableText(50)),
});
export type Fix = z.infer<typeof fix>;

const rowChoice = z.strictObject({ row: rowNumber, leaveOut: z.boolean() });
/** One error for all of them: there are many, and each could be wrong. */
const rowChoices = z.custom<z.infer<typeof rowChoice>[]>(
  (input) =>
    Array.isArray(input) &&
    input.length <= uploadLimits.rowChoices &&
    input.every((choice) => rowChoice.safeParse(choice).success),
  `Send at most ${uploadLimits.rowChoices.toLocaleString('en')} choices, each of a row and whether to leave it out.`,
);

/**
 * The user's choices for a whole upload. Together with the edits, they are all that is needed to
 * resume the upload on another computer.
 */
export const uploadChoices = z.strictObject({
  parseOptions: z.nullable(parseOptions),
  fixes: z.array(fix).check(z.maxLength(uploadLimits.fixes)),
  /** The contact for rows that name none; null for the user who submits. */
  contactId: z.nullable(storableText(100)),
  /**
   * Whether rows that duplicate an earlier row, or a lead of the partner, are left out; `rows`
   * overrides this for single rows.
   */
  leaveOut: z.strictObject({
    duplicateRows: z.boolean(),
    duplicateLeads: z.boolean(),
    rows: rowChoices,
  }),
});
export type UploadChoices = z.infer<typeof uploadChoices>;

/** The initial choices: the file is parsed as detected, and duplicates are sent. */
export const noChoices: UploadChoices = {
  parseOptions: null,
  fixes: [],
  contactId: null,
  leaveOut: { duplicateRows: false, duplicateLeads: false, rows: [] },
};

/**
 * A cell as edited by the user; null removes the edit. Row numbers are those of the uploaded file.
 */
export const cellEdit = z.strictObject({
  row: rowNumber,
  column: columnName,
  text: z.nullable(z.string().check(z.maxLength(uploadLimits.cellCharacters))),
});
export type CellEdit = z.infer<typeof cellEdit>;

/**
 * The totals of an upload. read = submitted + rejected + left out + blank + unknown + waiting. No
 * row is waiting once the upload has ended.
 */
export const uploadTotals = z.object({
  read: z.number(),
  submitted: z.number(),
  rejected: z.number(),
  leftOut: z.number(),
  blank: z.number(),
  /** Sent, but the response was lost. Only in front of an upstream service. */
  unknown: z.number(),
  waiting: z.number(),
});
export type UploadTotals = z.infer<typeof uploadTotals>;

/** One upload of the partner: one file, recognised by its content. */
export const bulkUpload = z.object({
  id: z.string(),
  fileName: z.string(),
  /** In bytes. */
  size: z.number(),
  contentHash: z.string(),
  state: z.enum(uploadStates),
  totals: uploadTotals,
  createdAt: z.string(),
  /** The person who first uploaded the file. */
  createdBy: z.string(),
  /** The time at which rows were last sent; null if never. */
  lastSentAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  /**
   * Until when the cells of rejected rows are stored, unless the upload is used again before then.
   * null if the cells were removed and no row was sent since.
   */
  storedUntil: z.nullable(z.string()),
});
export type BulkUpload = z.infer<typeof bulkUpload>;

/** An edited cell. */
export const savedEdit = z.object({ row: z.number(), column: z.string(), text: z.string() });
export type SavedEdit = z.infer<typeof savedEdit>;

/** An upload with all choices and edits. */
export const openedUpload = z.object({
  upload: bulkUpload,
  choices: uploadChoices,
  edits: z.array(savedEdit),
  /** The rows that are leads already: the first and last row number of each run. */
  submittedRows: z.array(z.tuple([z.number(), z.number()])),
  /** The rows whose response was lost, as runs like `submittedRows`. */
  unknownRows: z.array(z.tuple([z.number(), z.number()])),
  /** Maximum number of rows in a batch. */
  rowsInBatch: z.number(),
});
export type OpenedUpload = z.infer<typeof openedUpload>;

/** The result of one row. */
export const rowResult = z.object({
  row: z.number(),
  outcome: z.enum(rowOutcomes),
  leadId: z.nullable(z.string()),
  /**
   * The name and the company of the client: those of the lead, or of the cells that are still
   * stored; `""` where the portal knows neither.
   */
  client: z.string(),
  company: z.string(),
  /** The links for the client; empty where the operator has set none. */
  bankStatementsUpdateLink: z.string(),
  applicationLink: z.string(),
  /**
   * Why the row was rejected: one message for each invalid column, with column `''` for the row as
   * a whole. Empty for any other outcome.
   */
  errors: z.array(z.object({ column: z.string(), error: z.string() })),
  /**
   * Why the row was left out, or what to check if its outcome is unknown, for display; `""` for any
   * other outcome.
   */
  reason: z.string(),
  /**
   * The `partnerLeadReferenceId` with which the row was sent to the upstream service; `""` if the
   * portal stores its own records.
   */
  reference: z.string(),
  /** The time at which an unknown row was sent; null for any other outcome. */
  sentAt: z.nullable(z.string()),
});
export type RowResult = z.infer<typeof rowResult>;
