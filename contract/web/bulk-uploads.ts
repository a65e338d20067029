import * as z from 'zod/mini';

import { templateColumns } from '#contract/lead-template.ts';

/** How the bytes of a file become characters; named as TextDecoder names them. Plain ASCII reads alike in `windows-1252`. */
export const encodings = ['windows-1252', 'utf-8', 'utf-16le', 'utf-16be', 'macintosh'] as const;
export type Encoding = (typeof encodings)[number];

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Where a bulk upload stands. Only one that is `submitting` takes rows; a stopped or finished one can be taken up again. */
export const uploadStates = ['checking', 'submitting', 'paused', 'stopped', 'finished'] as const;
export type UploadState = (typeof uploadStates)[number];

/**
 * What became of a row. A submitted row is a lead for good. An unknown one was sent to the service behind the portal and its answer was
 * lost: it is looked for there, and never sent again. Any other outcome gives way when the row is sent again.
 */
export const rowOutcomes = ['submitted', 'rejected', 'left-out', 'blank', 'unknown'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Why a row was left out: the person said so, or it repeats a row of the file or a lead of the partner. */
export const leaveOutReasons = ['person', 'duplicate-row', 'duplicate-lead'] as const;
export type LeaveOutReason = (typeof leaveOutReasons)[number];

/** Limits of the requests about one upload. The last row of an Excel sheet is 1,048,576; a CSV file may go on. */
export const uploadLimits = {
  lastRow: 10_000_000,
  rowsInBatch: 1_000,
  /** Of a batch in front of an existing service, where each row is a request of its own. */
  rowsInForwardedBatch: 50,
  /** Twice what the longest field takes. A cell is cut here when its row is sent; it is rejected either way. */
  cellCharacters: 20_000,
  /** A row with more cells than the template is cut here when it is sent, and each cell beyond the template's; it is rejected either way. */
  cellsInRow: 100,
  charactersBeyond: 1_000,
  editsInRequest: 1_000,
  edits: 200_000,
  /** Of all edits of an upload together: they are answered as a whole. */
  editedBytes: 32 * 1024 * 1024,
  fixes: 500,
  rowChoices: 100_000,
  keysInRequest: 3_000,
  keyLength: 600,
  /** Bytes of a batch of rows, of edits, or of the choices. */
  body: 4 * 1024 * 1024,
  /** Days that edits, fixes and the cells of rejected rows are kept after the upload ended, or was last touched. */
  retentionDays: 30,
} as const;

/** A row's number as Excel shows it: the header is 1. */
const rowNumber = z.int().check(z.gte(1), z.lte(uploadLimits.lastRow));
const columnName = z.enum(templateColumns.map((column) => column.name));

/** How a file is read: its characters, its delimiter, and which template column each found column fills (null: none). */
export const parseOptions = z.strictObject({
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  /** null: the header is the template's, to the letter. */
  columns: z.nullable(z.array(z.nullable(columnName)).check(z.maxLength(1_000))),
});
export type ParseOptions = z.infer<typeof parseOptions>;

/** A text as the database can hold it: without NUL and half characters. */
const storableText = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((text) => text.isWellFormed() && !text.includes('\0'), 'This cannot be kept.'),
  );

/** A fix chosen for all cells with one cause: the cause's key, and the answer where it asks something (a country, an order of dates). */
export const fix = z.strictObject({
  issue: storableText(200),
  option: z.nullable(storableText(50)),
});
export type Fix = z.infer<typeof fix>;

/** What the person chose for an upload as a whole; with the edits, all that is needed to take it up on another machine. */
export const uploadChoices = z.strictObject({
  parseOptions: z.nullable(parseOptions),
  fixes: z.array(fix).check(z.maxLength(uploadLimits.fixes)),
  /** The contact of the rows that name none; null: the person who submits. */
  contactId: z.nullable(storableText(100)),
  /** Whether rows that repeat an earlier row, or a lead of the partner, are left out; `rows` decides single rows otherwise. */
  leaveOut: z.strictObject({
    duplicateRows: z.boolean(),
    duplicateLeads: z.boolean(),
    rows: z
      .array(z.strictObject({ row: rowNumber, leaveOut: z.boolean() }))
      .check(z.maxLength(uploadLimits.rowChoices)),
  }),
});
export type UploadChoices = z.infer<typeof uploadChoices>;

/** Nothing chosen yet: the file is read as it was recognised, duplicates are sent. */
export const noChoices: UploadChoices = {
  parseOptions: null,
  fixes: [],
  contactId: null,
  leaveOut: { duplicateRows: false, duplicateLeads: false, rows: [] },
};

/** A cell as the person wrote it; null takes the edit back. Row numbers are of the file as it was read. */
export const cellEdit = z.strictObject({
  row: rowNumber,
  column: columnName,
  text: z.nullable(z.string().check(z.maxLength(uploadLimits.cellCharacters))),
});
export type CellEdit = z.infer<typeof cellEdit>;

/** Rows as they are sent, each once. */
export const rowBatch = z.strictObject({
  /**
   * Row number, then its cells in the template's order; empty ones at the end can be left away. A row without any is blank, one with
   * more cells than the template has columns is rejected.
   */
  rows: z
    .array(
      z
        .tuple([rowNumber], z.string().check(z.maxLength(uploadLimits.cellCharacters)))
        .check(
          z.refine(
            (row) => row.length <= uploadLimits.cellsInRow + 1,
            `Cut a row with more than ${uploadLimits.cellsInRow} cells there.`,
          ),
        ),
    )
    .check(z.maxLength(uploadLimits.rowsInBatch)),
  leftOut: z
    .array(
      z.strictObject({
        row: rowNumber,
        reason: z.enum(leaveOutReasons),
        /** The earlier row, or the lead, it repeats. */
        of: z.nullable(z.string().check(z.maxLength(100))),
      }),
    )
    .check(z.maxLength(uploadLimits.rowsInBatch)),
});

/**
 * The totals of an upload. They always add up: read = submitted + rejected + left out + blank + unknown + waiting; none waits once it
 * ended.
 */
export const uploadTotals = z.object({
  read: z.number(),
  submitted: z.number(),
  rejected: z.number(),
  leftOut: z.number(),
  blank: z.number(),
  /** Sent, and the answer was lost: only in front of an existing service. */
  unknown: z.number(),
  waiting: z.number(),
});
export type UploadTotals = z.infer<typeof uploadTotals>;

/** One upload of the partner: one file, recognised by its content. */
export const bulkUpload = z.object({
  id: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  contentHash: z.string(),
  state: z.enum(uploadStates),
  totals: uploadTotals,
  createdAt: z.string(),
  /** Who dropped the file first. */
  createdBy: z.string(),
  /** When rows were last sent; null: never. */
  lastSentAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  /** Until when the cells of its rejected rows are kept, if nobody touches it before; null: they were removed, and none was sent since. */
  storedUntil: z.nullable(z.string()),
});
export type BulkUpload = z.infer<typeof bulkUpload>;

/** A cell that was edited. */
export const savedEdit = z.object({ row: z.number(), column: z.string(), text: z.string() });
export type SavedEdit = z.infer<typeof savedEdit>;

/** An upload with all that was chosen and edited. */
export const openedUpload = z.object({
  upload: bulkUpload,
  choices: uploadChoices,
  edits: z.array(savedEdit),
  /** The rows that are leads already: first and last row number of each run. */
  submittedRows: z.array(z.tuple([z.number(), z.number()])),
  /** Those whose answer was lost, in the same way. */
  unknownRows: z.array(z.tuple([z.number(), z.number()])),
  /** How many rows a batch may have. */
  rowsInBatch: z.number(),
});
export type OpenedUpload = z.infer<typeof openedUpload>;

/** What became of one row. */
export const rowResult = z.object({
  row: z.number(),
  outcome: z.enum(rowOutcomes),
  leadId: z.nullable(z.string()),
  bankStatementsUpdateLink: z.string(),
  applicationLink: z.string(),
  /** Why it was rejected: a sentence for each column at error; column `''`: the row as a whole. Empty for any other outcome. */
  errors: z.array(z.object({ column: z.string(), error: z.string() })),
  /** Why it was left out, or what to check where it is unknown: in words a person reads; `""` for any other outcome. */
  reason: z.string(),
  /** The `partnerLeadReferenceId` with which it was sent to the service behind the portal; `""` where the portal keeps its own records. */
  reference: z.string(),
  /** When an unknown row was sent; null for any other outcome. */
  sentAt: z.nullable(z.string()),
});
export type RowResult = z.infer<typeof rowResult>;
