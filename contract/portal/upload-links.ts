import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

/** How long a client can send files by a link, in milliseconds. */
export const uploadLinkLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** How many files a client can send by one link. */
export const maxFilesByLink = 30;

/**
 * The address of the page on which a client sends files. It is not a page of the portal: the
 * service draws it, for whoever has the token.
 */
export const sendFilesAddress = '/send-files/:token';

/** A link by which a client can send what a request asks for. Its address is shown once. */
const uploadLink = z.object({
  createdAt: z.string(),
  /** Until when it works, unless it is withdrawn. */
  until: z.string(),
  /** How many files the client has sent by it. */
  received: z.number(),
});
export type UploadLink = z.infer<typeof uploadLink>;

/** Links for clients. Only for requests on the portal's own records. */
export const uploadLinkEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  readUploadLink: [
    'GET /portal/requests/:id/upload-link',
    'Read whether a client can send the documents of a request by a link.',
    { roles, response: z.object({ link: z.nullable(uploadLink) }) },
  ],
  createUploadLink: [
    'POST /portal/requests/:id/upload-link',
    'Make a link by which a client sends the documents of a request, for seven days and without an account. A former link stops working. The address is in this response alone.',
    { response: z.object({ url: z.string(), link: uploadLink }) },
  ],
  withdrawUploadLink: [
    'DELETE /portal/requests/:id/upload-link',
    'Withdraw the link of a request: it stops working at once. What was sent stays.',
  ],
});
