import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import {
  attachmentEndpoints,
  type ListedAttachment,
  listedAttachment,
} from '#contract/portal/attachments.ts';
import { attachment, type Attachment } from '#contract/v1/attachments.ts';
import { leadWrites } from '#contract/v1/lead-writes.ts';
import type { AttachmentType } from '#contract/v1/values.ts';
import { accessToken, call, endpointAddress } from '#src/api/client.ts';
import { readObject, type ReadRecord, readRecords } from '#src/api/read-record.ts';
import {
  hasCode,
  parseJson,
  toServiceError,
  unreachable,
  unreadable,
} from '#src/api/service-error.ts';

import { leadQuery, leadsKey } from './leads.ts';

/** Returns the query for the files attached to a lead, newest first. */
export function attachmentsQuery(leadId: string) {
  return queryOptions({
    queryKey: ['attachments', leadId],
    meta: { records: ['lead'], id: leadId },
    queryFn: async ({ signal }) => {
      const read = readRecords(listedAttachment);
      return call(attachmentEndpoints.listAttachments, { params: { id: leadId }, signal, read });
    },
    // If the service doesn't list attachments, the files sent in this visit are known only here.
    gcTime: Infinity,
  });
}

/**
 * Adds a sent file to the attachments until the portal is closed, for a service that doesn't list
 * attachments.
 */
export function addSent(queryClient: QueryClient, leadId: string, sent: ListedAttachment): void {
  const read: ReadRecord<ListedAttachment> = { ok: true, record: sent, extra: {} };
  queryClient.setQueryData(attachmentsQuery(leadId).queryKey, (known = []) => [read, ...known]);
}

/**
 * Reads again what an attached file changes: the list of attachments, the history, and the lead,
 * whose last activity it is. Without the lead's new version, the next edit would be a conflict.
 */
export async function refreshAttached(queryClient: QueryClient, leadId: string): Promise<void> {
  const keys = [
    attachmentsQuery(leadId).queryKey,
    leadQuery(leadId).queryKey,
    [...leadsKey, 'history', leadId],
  ];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Returns the download path of an attached file; the session cookie authorises the download. */
export function attachmentFilePath(id: string): string {
  return endpointAddress(attachmentEndpoints.downloadAttachment, id);
}

/** Returns the path at which a browser shows an attached picture or PDF. */
export function attachmentViewPath(id: string): string {
  return endpointAddress(attachmentEndpoints.viewAttachment, id);
}

/** Returns the mutation that corrects the type of a file of a lead. */
export function useChangeType({ id, leadId }: FileOfLead) {
  return useFileChange(leadId, (type: AttachmentType) =>
    call(attachmentEndpoints.changeAttachmentType, { params: { id }, body: { type } }),
  );
}

/** Returns the mutation that withdraws a file of a lead. A file that is gone is withdrawn. */
export function useWithdrawal({ id, leadId }: FileOfLead) {
  return useFileChange(leadId, () =>
    call(attachmentEndpoints.withdrawAttachment, { params: { id } }).catch((error: unknown) => {
      if (!hasCode(error, 'not-found')) throw error;
    }),
  );
}

type FileOfLead = { readonly id: string; readonly leadId: string };

function useFileChange<Input>(leadId: string, mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSettled: async () => refreshAttached(queryClient, leadId) });
}

/** A file to attach. */
export interface AttachmentUpload {
  readonly leadId: string;
  readonly file: File;
  readonly fileName: string;
  readonly type: AttachmentType;
  /** The same for every attempt at the same file, so that the file isn't attached twice. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** Called with the share that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Attaches one file to a lead.
 * @throws ServiceError with a sentence for the user; the signal's reason when aborted
 */
export async function uploadAttachment(upload: AttachmentUpload): Promise<Attachment> {
  const token = await accessToken();
  let request = await send(upload, token);
  if (request.status === 401) request = await send(upload, await accessToken(token));
  if (request.status !== 200) throw failure(request);
  try {
    return readAttachment(parseJson(request.responseText));
  } catch (cause) {
    throw unreadable(request.status, cause);
  }
}

const readAttachment = readObject(attachment);

/** Sends the upload with XMLHttpRequest, because `fetch` doesn't report upload progress. */
function send(upload: AttachmentUpload, token: string): Promise<XMLHttpRequest> {
  const { signal } = upload;
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  const ended = Promise.withResolvers<XMLHttpRequest>();
  const stop = () => request.abort();
  request.upload.onprogress = ({ loaded, total }) => upload.onProgress(loaded / total);
  request.onload = () => ended.resolve(request);
  request.onerror = () => ended.reject(unreachable());
  request.onabort = () => ended.reject(signal.reason);
  signal.addEventListener('abort', stop);
  request.open(leadWrites.createAttachments.method, leadWrites.createAttachments.path);
  request.setRequestHeader('authorization', `Bearer ${token}`);
  request.setRequestHeader('idempotency-key', upload.idempotencyKey);
  request.send(toForm(upload));
  return ended.promise.finally(() => signal.removeEventListener('abort', stop));
}

/** Returns the specification's upload form for one file. */
function toForm({ leadId, file, fileName, type }: AttachmentUpload): FormData {
  const form = new FormData();
  form.set('entityType', 'LEAD');
  form.set('entityId', leadId);
  form.set('attachments[0][type]', type);
  form.set('attachments[0][fileName]', fileName);
  form.set('attachments[0][file]', file);
  return form;
}

function failure(request: XMLHttpRequest): Error {
  const headers = new Headers();
  for (const name of ['retry-after', 'x-request-id']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return toServiceError(request.status, request.responseText, headers);
}
