import type { FastifyRequest } from 'fastify';

import { requestEndpoints } from '#contract/portal/requests.ts';
import { type ContactCaller, getSource } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldError } from '#server/errors/api-error.ts';
import { parseBody } from '#server/http/parsing.ts';

import { addRequestFiles, isCorrected, listTypes, updateRequest } from './request-changes.store.ts';
import { assertCanBecome } from './requests.policy.ts';
import type { RequestRow } from './requests.store.ts';

/** An answer, with the files that were not sent before. */
interface Answer {
  readonly answer: string;
  readonly newFiles: readonly string[];
}

/**
 * Sends what is asked for to the lender. What was sent before is not sent again: a repeated request
 * changes nothing more.
 * @throws ApiError 400 or 409
 */
export async function answerRequest(
  tx: Db,
  row: RequestRow,
  { caller, request }: { readonly caller: ContactCaller; readonly request: FastifyRequest },
): Promise<void> {
  const body = parseBody(requestEndpoints.answerRequest, request);
  const sent = new Set(row.files.map((file) => file.id));
  const answer: Answer = {
    answer: body.answer ?? '',
    newFiles: [...new Set(body.attachmentIds)].filter((fileId) => !sent.has(fileId)),
  };
  if (row.state === 'sent' && answer.newFiles.length === 0 && answer.answer === row.answer) return;
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
  if (answer.newFiles.length > 0) await addRequestFiles(tx, row.id, answer.newFiles);
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
async function assertComplete(
  tx: Db,
  row: RequestRow,
  { answer, newFiles }: Answer,
): Promise<void> {
  if (row.kind === 'document' && newFiles.length === 0 && answer === '')
    throw fieldError('attachmentIds', 'Attach a file, or say why you can’t.');
  if (row.kind === 'question' && answer === '') throw fieldError('answer', 'Enter an answer.');
  if (row.kind === 'correction' && answer === '' && !(await isCorrected(tx, row)))
    throw fieldError('answer', 'Change one of the fields, or say why they are right.');
}
