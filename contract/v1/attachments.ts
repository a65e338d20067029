import * as z from 'zod/mini';

import { textRule } from '#contract/v1/rules/rules.ts';

import { record } from './records.ts';

/**
 * Maximum number of files per request, and maximum size of each file in bytes (design, section 3).
 */
export const attachmentLimits = { files: 10, bytes: 25 * 1024 * 1024 } as const;

/** The accepted kinds of file, each with its label, its file extensions and its media types. */
export const attachmentKinds = [
  { label: 'PDF', extensions: ['pdf'], mediaTypes: ['application/pdf'] },
  { label: 'PNG', extensions: ['png'], mediaTypes: ['image/png'] },
  { label: 'JPEG', extensions: ['jpg', 'jpeg', 'jfif'], mediaTypes: ['image/jpeg'] },
  { label: 'WebP', extensions: ['webp'], mediaTypes: ['image/webp'] },
  { label: 'HEIC', extensions: ['heic', 'heif'], mediaTypes: ['image/heic', 'image/heif'] },
  {
    label: 'Excel',
    extensions: ['xlsx', 'xls'],
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.ms-excel',
    ],
  },
  {
    label: 'Word',
    extensions: ['docx', 'doc'],
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/msword',
    ],
  },
  { label: 'CSV', extensions: ['csv'], mediaTypes: ['text/csv'] },
] as const;

/**
 * What a file input accepts: pictures of any kind as well, so that phones offer the camera.
 */
export const acceptedFiles = [
  ...attachmentKinds.flatMap(({ extensions }) => extensions.map((each) => `.${each}`)),
  'image/*',
].join(',');

/** One of the accepted kinds of file. */
export type AttachmentKind = (typeof attachmentKinds)[number];

/**
 * Returns what follows the last dot of a file name, in lower case; empty if the name has no dot.
 */
export const fileEnding = (name: string) => /\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Returns whether a kind is an image. */
const isPicture = (kind: AttachmentKind): boolean => kind.mediaTypes[0].startsWith('image/');

/**
 * Returns whether a file of this kind may have this extension. An image may have the extension of
 * any image kind, because phones and browsers rename images freely.
 */
export function isFittingEnding(ending: string, kind: AttachmentKind): boolean {
  const kinds = isPicture(kind) ? attachmentKinds.filter(isPicture) : [kind];
  return kinds.some(({ extensions }) => extensions.some((one) => one === ending));
}

/** Error message for a file that has the extension of a CSV file but is not plain text. */
export const notCsv =
  'The name says CSV, but this is not a plain text file. Save it as CSV and attach that.';

/**
 * Returns whether the start of a file looks like plain text, as in a CSV file: no control
 * characters (including the zero bytes of UTF-16), no leading tag and no RTF signature.
 */
export function isCsvText(head: Uint8Array): boolean {
  const start = String.fromCharCode(...head.subarray(0, 512)).replace(/^\xEF\xBB\xBF/, '');
  return !head.some(isControl) && !/^\s*<|^\{\\rtf/.test(start);
}

/** Returns whether a byte is a control character other than a tab or a line break. */
const isControl = (byte: number): boolean => byte < 32 && (byte < 9 || byte > 13);

/** The accepted kinds of file, for display. */
export const attachmentKindNames = 'PDF, PNG, JPEG, WebP, HEIC, Excel, Word or CSV';

/** Hint with the accepted kinds of file and their limits. */
export const attachmentKindsSentence = `${attachmentKindNames}, up to 25 MB each, 10 files at a time.`;

/** A file name: one line of at most 255 characters. A file name is data, never a path. */
export const fileNameRule = textRule(255);

/** One attachment in the response to an upload. */
export const attachment = record(
  z.object({
    fileName: z.string(),
    type: z.string(),
    entityType: z.string(),
    entityId: z.string(),
  }),
);
export type Attachment = z.infer<typeof attachment>;

/** The response to an upload: one record for one file, an array for several files. */
export const attachmentsCreated = z.union([attachment, z.array(attachment)]);
