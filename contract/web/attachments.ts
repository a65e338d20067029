import * as z from 'zod/mini';

import { endpoint, roles } from '#contract/endpoint.ts';
import { record } from '#contract/v1/records.ts';

/** An attachment as the portal lists it: the interface's record, and what a person wants to know of the file. */
export const listedAttachment = record(
  z.object({
    fileName: z.string(),
    type: z.string(),
    entityType: z.string(),
    entityId: z.string(),
    /** Bytes. */
    size: z.number(),
    /** The media type found in the bytes when it was uploaded. */
    mediaType: z.string(),
  }),
);
export type ListedAttachment = z.infer<typeof listedAttachment>;

/** Reading a lead's attachments back: the specification leaves it to the web interface. */
export const attachmentEndpoints = {
  listAttachments: endpoint({
    id: 'listAttachments',
    method: 'GET',
    path: '/portal/leads/:id/attachments',
    summary:
      'List the files attached to a lead, newest first. A read by support staff is recorded.',
    auth: 'session',
    roles,
    answer: z.array(listedAttachment),
  }),
  downloadAttachment: endpoint({
    id: 'downloadAttachment',
    method: 'GET',
    path: '/portal/attachments/:id/file',
    summary: 'Download one attached file. A read by support staff is recorded.',
    auth: 'session',
    roles,
  }),
};
