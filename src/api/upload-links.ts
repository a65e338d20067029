import { uploadLinkEndpoints } from '#contract/portal/upload-links.ts';

import { call } from './client.ts';
import { endpointQuery, useChange } from './endpoint-query.ts';

/** Returns the query for the link by which a client can send the documents of a request. */
export function uploadLinkQuery(requestId: string) {
  const options = { params: { id: requestId }, records: [] };
  return endpointQuery(
    uploadLinkEndpoints.readUploadLink,
    ['upload-links', requestId] as const,
    options,
  );
}

/** Returns the mutations that make a link for a client, in place of the former, and withdraw it. */
export function useUploadLink(requestId: string) {
  const query = uploadLinkQuery(requestId);
  const params = { id: requestId };
  return {
    create: useChange(query, async () => call(uploadLinkEndpoints.createUploadLink, { params })),
    withdraw: useChange(query, async () =>
      call(uploadLinkEndpoints.withdrawUploadLink, { params }),
    ),
  };
}
