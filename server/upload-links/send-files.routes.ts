import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { sendFilesAddress } from '#contract/portal/upload-links.ts';
import { attempts } from '#server/accounts/attempts.rules.ts';
import { countAttempt } from '#server/accounts/count-attempt.ts';
import { forgive } from '#server/accounts/failed-attempts.store.ts';
import { listSentByLink } from '#server/attachments/attachments.store.ts';
import type { Storage } from '#server/attachments/validate-files.ts';
import { isToken } from '#server/auth/tokens.ts';
import type { BrandConfig } from '#server/config/brand-config.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { toApiError } from '#server/http/errors.ts';
import { drainRequest } from '#server/http/upload-limits.ts';

import {
  renderLinkError,
  renderSendFiles,
  type SendFilesPage,
  toHeaders,
} from './send-files-page.ts';
import { type SentResult, storeClientFiles } from './store-client-files.ts';
import { findLinkByToken, readRequested, type UploadLinkRow } from './upload-links.store.ts';

interface Deps extends Storage {
  readonly brand: BrandConfig;
  readonly now: () => Date;
}

interface WithToken {
  Params: { token: string };
}

/**
 * Registers the page on which a client sends files by a link, without an account: no session is
 * read or made, and whoever has the token may send, and read what the page shows.
 */
export function sendFilesRoutes(app: FastifyInstance, { now, brand, ...storage }: Deps): void {
  const { db } = storage;
  const errorHandler = failurePage(brand);

  const page = { errorHandler, config: { limitedPage: 'page' } } as const;
  app.get<WithToken>(sendFilesAddress, page, async (request, reply) => {
    const link = await openLink(request, { db, now });
    return sendPage(reply, renderSendFiles(await readPage(db, link), [], brand));
  });

  const form = { errorHandler, config: { limitedPage: 'files' } } as const;
  app.post<WithToken>(sendFilesAddress, form, async (request, reply) => {
    const link = await openLink(request, { db, now });
    const assertWorks = async (tx: Db) =>
      void requireSame(link, await findLinkByToken(tx, request.params.token, now()));
    const results = await storeClientFiles({ ...storage, link, request, assertWorks });
    const sent = renderSendFiles(await readPage(db, link), results, brand);
    return sendPage(reply.code(toStatus(results)), sent);
  });
}

/** 422: nothing of what was sent was received. */
const toStatus = (results: readonly SentResult[]) =>
  results.length > 0 && results.every(({ error }) => error !== undefined) ? 422 : 200;

/** The same for a link that is unknown, has expired, was withdrawn or has a request that ended. */
const noLink = () =>
  new ApiError(
    'not-found',
    'It may have expired or been withdrawn, or a part of its address is missing. Ask the person who sent it for a new one.',
  );

/**
 * Returns the link of a request’s token. Each attempt counts as a guess until the link is found.
 * @throws ApiError 404, or 429 after many guesses
 */
async function openLink(
  { ip, params: { token } }: FastifyRequest<WithToken>,
  { db, now }: { readonly db: Db; readonly now: () => Date },
): Promise<UploadLinkRow> {
  // Nothing is stored for what no token can be.
  if (!isToken(token)) throw noLink();
  const attempt = attempts.withUploadLink(clientNetwork(ip), token);
  await countAttempt(db, attempt, now());
  const link = await findLinkByToken(db, token, now());
  if (!link) throw noLink();
  await forgive(db, attempt);
  return link;
}

function requireSame(link: UploadLinkRow, found: UploadLinkRow | undefined): UploadLinkRow {
  if (found?.id !== link.id) throw noLink();
  return found;
}

async function readPage(db: Db, link: UploadLinkRow): Promise<SendFilesPage> {
  const { partnerName, text, type } = await readRequested(db, link);
  const files = await listSentByLink(db, link);
  return {
    partnerName,
    text,
    type: type ?? '',
    until: link.expires_at,
    received: files.map(({ file_name: fileName, size }) => ({ fileName, size })),
  };
}

const sendPage = (reply: FastifyReply, page: string) =>
  reply.headers(toHeaders(page)).type('text/html; charset=utf-8').send(page);

const sentences: Partial<Record<ApiError['code'], string>> = {
  'too-many-files': 'Choose 10 files at most, up to 25 MB each, and send the others afterwards.',
  'unsupported-body-type': 'No files arrived. Open the link again and choose them once more.',
  'malformed-request': 'The files did not arrive whole. Send them again.',
};

/**
 * Returns what answers every failure with a page: whoever reads it has no other program than the
 * browser.
 */
function failurePage(brand: BrandConfig) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = toApiError(error, request);
    const { status, code, message } = failure;
    // A browser reads the response only after it has sent everything.
    if (request.method === 'POST') drainRequest(request);
    const title = status === 404 ? 'This link doesn’t work' : 'The files can’t be received now';
    const page = renderLinkError(title, sentences[code] ?? message, brand);
    return sendPage(reply.code(status).headers(failure.headers), page);
  };
}
