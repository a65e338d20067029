import * as z from 'zod/mini';

import { record } from './records.ts';
import { textRule } from './rules.ts';

/** How many files one request may carry, and how large each may be, in bytes (design, section 3). */
export const attachmentLimits = { files: 10, bytes: 25 * 1024 * 1024 } as const;

/** The kinds of file that can be attached: what a person calls each, its name endings and its media types. */
export const attachmentKinds = [
  { label: 'PDF', extensions: ['pdf'], mediaTypes: ['application/pdf'] },
  { label: 'PNG', extensions: ['png'], mediaTypes: ['image/png'] },
  { label: 'JPEG', extensions: ['jpg', 'jpeg'], mediaTypes: ['image/jpeg'] },
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

/** One of the kinds of file that can be attached. */
export type AttachmentKind = (typeof attachmentKinds)[number];

/** What follows the last dot of a name, in small letters; empty without one. */
export function fileEnding(name: string): string {
  return /\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Whether a kind is a picture. */
export function isPicture(kind: AttachmentKind): boolean {
  return kind.mediaTypes[0].startsWith('image/');
}

/** Whether a file of a kind may have a name that ends so: among pictures any picture's ending will do, because phones and browsers rename them freely. */
export function isFittingEnding(ending: string, kind: AttachmentKind): boolean {
  const kinds = isPicture(kind) ? attachmentKinds.filter(isPicture) : [kind];
  return kinds.some(({ extensions }) => extensions.some((one) => one === ending));
}

/** Said of a file that is named CSV and is none. */
export const notCsv =
  'The name says CSV, but this is not a plain text file. Save it as CSV and attach that.';

/** Whether a file that begins so is plain text, as a CSV is: no control characters (zero bytes, which UTF-16 is full of, included), no tag, no RTF. */
export function isPlainText(head: Uint8Array): boolean {
  const start = String.fromCharCode(...head.subarray(0, 512)).replace(/^\xEF\xBB\xBF/, '');
  return !head.some(isControl) && !/^\s*<|^\{\\rtf/.test(start);
}

/** A byte that is no text: below space, but not a tab or a line's end. */
function isControl(byte: number): boolean {
  return byte < 32 && (byte < 9 || byte > 13);
}

/** The kinds as a person reads them. */
export const attachmentKindNames = 'PDF, PNG, JPEG, WebP, HEIC, Excel, Word or CSV';

/** What a person reads where kinds and sizes matter. */
export const attachmentKindsSentence = `${attachmentKindNames}, up to 25 MB each, 10 files at a time.`;

/** A file's name: one line of at most 255 characters. A name is data, never a path. */
export const fileNameRule = textRule(255);

/** One attachment, as the upload answers it. */
export const attachment = record(
  z.object({
    fileName: z.string(),
    type: z.string(),
    entityType: z.string(),
    entityId: z.string(),
  }),
);
export type Attachment = z.infer<typeof attachment>;

/** The upload's answer: one record for one file, an array for several. */
export const attachmentsCreated = z.union([attachment, z.array(attachment)]);
