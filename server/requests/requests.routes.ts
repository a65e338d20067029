import type { FastifyInstance, FastifyRequest } from 'fastify';

import { requestEndpoints } from '#contract/portal/requests.ts';
import { type ContactCaller, getSource } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldError } from '#server/errors/api-error.ts';
import { parseBody } from '#server/http/parsing.ts';
import { route } from '#server/http/routes.ts';
import { findVisible } from '#server/records/find-visible.ts';
import { requireVisible } from '#server/records/records.policy.ts';
import { recordTables } from '#server/records/records.store.ts';

import {
  addRequestFiles,
  isCorrected,
  listTypes,
  markFilesSent,
  updateRequest,
} from './request-changes.store.ts';
import { assertCanBecome } from './requests.policy.ts';
import { presentRequest } from './requests.presenter.ts';
import { findRequest, listRequestsOn, lockRequest, type RequestRow } from './requests.store.ts';

const listEndpoints = {
  leads: requestEndpoints.listLeadRequests,
  deals: requestEndpoints.listDealRequests,
};

/** Registers the endpoints with which the partner’s people read and answer requests. */
export function requestRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  for (const table of recordTables)
    route(app, listEndpoints[table], async ({ caller, params }) => {
      const { id } = await findVisible(db, caller, table, params.id);
      const rows = await listRequestsOn(db, id);
      return rows.map((row) => presentRequest(row, caller));
    });

  route(app, requestEndpoints.answerRequest, async (call) => {
    const { caller, params } = call;
    return db.transaction().execute(async (tx) => {
      const row = requireVisible(caller, await lockRequest(tx, params.id), 'request');
      await answerRequest(tx, row, call);
      return presentRequest((await findRequest(tx, params.id)) ?? row, caller);
    });
  });
}

/** An answer, with the files that were not sent before. */
interface Answer {
  readonly answer: string;
  readonly newFiles: readonly string[];
  /** Files that the client has sent by a link, and that go with it. */
  readonly clientFiles: readonly string[];
}

/**
 * Sends the answer to a request of the lender. An answer sent before is not sent again: a repeated
 * call changes nothing more.
 * @throws ApiError 400 or 409
 */
async function answerRequest(
  tx: Db,
  row: RequestRow,
  { caller, request }: { readonly caller: ContactCaller; readonly request: FastifyRequest },
): Promise<void> {
  const body = parseBody(requestEndpoints.answerRequest, request);
  const named = new Set(body.attachmentIds);
  const known = new Map(row.files.map((file) => [file.id, file]));
  const answer: Answer = {
    answer: body.answer ?? '',
    newFiles: [...named].filter((fileId) => !known.has(fileId)),
    // Only what the answer names: the client may have sent more that nobody has looked at.
    clientFiles: [...named].filter((fileId) => known.get(fileId)?.isUnsent === true),
  };
  const hasFiles = answer.newFiles.length > 0 || answer.clientFiles.length > 0;
  if (row.state === 'sent' && !hasFiles && answer.answer === row.answer) return;
  assertCanBecome('sent', row);
  const types = await listTypes(tx, row, answer.newFiles);
  if (types.length < answer.newFiles.length)
    throw fieldError('attachmentIds', 'Attach the file to the lead first, then send it here.');
  await assertComplete(tx, row, answer);
  const { document_type: documentType } = row;
  // Another type is sent once somebody says why.
  if (documentType !== null && answer.answer === '' && types.some((type) => type !== documentType))
    throw fieldError(
      'attachmentIds',
      `Asked for: ${documentType}. Change the file’s type, or say why.`,
    );
  if (answer.newFiles.length > 0) await addRequestFiles(tx, row, answer.newFiles);
  if (answer.clientFiles.length > 0) await markFilesSent(tx, row, answer.clientFiles);
  await updateRequest(tx, row.id, {
    state: 'sent',
    answer: answer.answer,
    updated_by: caller.accountId,
    updated_via: getSource(caller),
  });
}

/**
 * Asserts that an answer has what its request asks for: a file, a text, or for a correction either
 * a field that was changed or a text that says why not.
 * @throws ApiError 400
 */
async function assertComplete(tx: Db, row: RequestRow, { answer, newFiles, clientFiles }: Answer) {
  const files = newFiles.length + clientFiles.length;
  if (row.kind === 'document' && files === 0 && answer === '')
    throw fieldError('attachmentIds', 'Attach a file, or say why you can’t.');
  if (row.kind === 'question' && answer === '') throw fieldError('answer', 'Enter an answer.');
  if (row.kind === 'correction' && answer === '' && !(await isCorrected(tx, row)))
    throw fieldError('answer', 'Change one of the fields, or say why they are right.');
}
