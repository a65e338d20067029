import { queryOptions } from '@tanstack/react-query';

import {
  brokerDetailEndpoints,
  type DraftContent,
  draftEndpoints,
  type ClientFieldName,
  duplicateLeadEndpoints,
} from '#contract/portal/new-lead/new-lead.ts';
import { call, fetchResponse } from '#src/api/client.ts';
import { endpointQuery, useChange } from '#src/api/endpoint-query.ts';

/** The first part of every query key about drafts. */
export const draftsKey = ['drafts'] as const;

/** A draft and its version, for `ifMatch`. */
export type DraftVersion = Awaited<ReturnType<typeof readDraft>>;

/**
 * The query for the user's drafts of new leads, read whenever they are shown: they change as they
 * are typed.
 */
export const draftsQuery = endpointQuery(draftEndpoints.listDrafts, [...draftsKey, 'list'], {
  records: [],
  staleTime: 0,
});

/**
 * Returns the query for one draft, read when its form is opened and never again: the form is newer
 * from then on.
 */
export function draftQuery(id: string) {
  return queryOptions({
    queryKey: [...draftsKey, 'one', id],
    meta: { records: [] },
    queryFn: async () => readDraft(id),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/**
 * The query for the broker details of the last lead that the user submitted for themselves, if
 * there is one. It is read when the form opens, like its draft. An open form keeps its suggestion;
 * the next form gets the latest one. It only helps: a failure is not shown.
 */
export const brokerDetailsQuery = endpointQuery(
  brokerDetailEndpoints.readBrokerDetails,
  ['broker-details'],
  { records: [], retry: false, staleTime: Infinity, gcTime: 0 },
);

/** Reads a draft. */
export async function readDraft(id: string) {
  const { data, etag } = await fetchResponse(draftEndpoints.readDraft, { params: { id } });
  return { draft: data, etag };
}

/**
 * Returns whether a draft is so short that the browser goes on sending it when the page is left:
 * the limit is 64 KiB, and a character has at most 6 bytes in JSON.
 */
const outlivesPage = (content: DraftContent): boolean => JSON.stringify(content).length < 10_000;

/** Stores a new draft. If it is stored already, returns it as it is. */
export async function createDraft(id: string, content: DraftContent): Promise<DraftVersion> {
  const { data, etag } = await fetchResponse(draftEndpoints.createDraft, {
    body: { id, content },
    keepalive: outlivesPage(content),
  });
  return { draft: data, etag };
}

/**
 * Saves the content of a draft; returns its new version and when it was saved.
 * @throws ServiceError 412 if the draft's version is not `etag`
 */
export async function saveDraft(id: string, content: DraftContent, etag: string | undefined) {
  const response = await fetchResponse(draftEndpoints.saveDraft, {
    params: { id },
    body: { content },
    ifMatch: etag,
    keepalive: outlivesPage(content),
  });
  return { etag: response.etag, updatedAt: response.data.updatedAt };
}

/** Returns the mutation that discards a draft. */
export function useDiscardDraft() {
  return useChange(draftsQuery, (id: string) =>
    call(draftEndpoints.discardDraft, { params: { id } }),
  );
}

/** The typed fields of a client so far. */
export type TypedClient = Partial<Record<ClientFieldName, string>>;

/**
 * Returns the query for existing leads for the same client. It only helps: a failure is neither
 * shown nor retried.
 */
export function clientLeadsQuery(client: TypedClient) {
  return endpointQuery(duplicateLeadEndpoints.findClientLeads, ['client-leads', client], {
    body: { client },
    // Searched when the client's fields change: the results stay while the user types.
    records: [],
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  });
}
