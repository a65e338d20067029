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

/** What a person reads where kinds and sizes matter. */
export const attachmentKindsSentence =
  'PDF, PNG, JPEG, WebP, HEIC, Excel, Word or CSV, up to 25 MB each, 10 files at a time.';

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
