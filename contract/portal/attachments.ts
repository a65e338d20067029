import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { attachment } from '#contract/v1/attachments.ts';
import { record } from '#contract/v1/records.ts';
import { attachmentTypes } from '#contract/v1/values.ts';

/** How long a file can be withdrawn after it was sent, in milliseconds. */
export const withdrawablePeriodMs = 24 * 60 * 60 * 1000;

/**
 * An attachment in the portal's list: the API's record, with the size and media type of the file.
 */
export const listedAttachment = record(
  z.extend(attachment.shape.fields, {
    /** In bytes. */
    size: z.number(),
    /** The media type that was detected in the file's bytes at upload. */
    mediaType: z.string(),
    /** Whether the client sent it, by a link. It belongs to whoever made the link. */
    isFromClient: z.boolean(),
    /** Whether the reader sent the file, and may therefore correct its type. */
    isOwn: z.boolean(),
    /** Until when the reader may withdraw the file; null: not, or no longer. */
    withdrawableUntil: z.nullable(z.string()),
  }),
);
export type ListedAttachment = z.infer<typeof listedAttachment>;

/**
 * The media types that browsers show without running anything of the file. HEIC is not one of
 * them: only one browser shows it.
 */
const viewableMediaTypes: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
]);

/** Returns whether a browser can show the file; any other file can only be downloaded. */
export function isViewable({ mediaType }: { readonly mediaType: string }): boolean {
  return viewableMediaTypes.has(mediaType);
}

/**
 * Endpoints for a lead's attachments, which the specification leaves to the web interface.
 */
export const attachmentEndpoints = endpoints('session', roles, {
  listAttachments: [
    'GET /portal/leads/:id/attachments',
    'List the files attached to a lead, newest first. A read by support staff is recorded.',
    { response: z.array(listedAttachment) },
  ],
  downloadAttachment: [
    'GET /portal/attachments/:id/file',
    'Download one attached file. A read by support staff is recorded.',
  ],
  viewAttachment: [
    'GET /portal/attachments/:id/view',
    'Open an attached picture or PDF in the browser, in a sandbox; any other file is downloaded. A read by support staff is recorded.',
  ],
  changeAttachmentType: [
    'PATCH /portal/attachments/:id',
    'Correct the type of an attached file; only who sent it may.',
    {
      roles: ['broker', 'partner-admin'],
      body: z.strictObject({ type: z.enum(attachmentTypes, 'Choose one of the types.') }),
      response: listedAttachment,
    },
  ],
  withdrawAttachment: [
    'DELETE /portal/attachments/:id',
    'Remove an attached file: it is deleted, and the history of the lead says so. Only who sent it may, within 24 hours.',
    { roles: ['broker', 'partner-admin'] },
  ],
});
