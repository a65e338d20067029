import type { FastifyInstance } from 'fastify';

import { v1 } from '#contract/v1/endpoints.ts';
import { draftSubmitted } from '#server/drafts/drafts.policy.ts';
import { submitDraft } from '#server/drafts/drafts.store.ts';
import { route } from '#server/http/routes.ts';
import { echoKey } from '#server/idempotency/idempotency.ts';
import { isRecordId } from '#server/upstream/client/upstream-paths.ts';
import type { UpstreamClient } from '#server/upstream/client/upstream.client.ts';
import { runAsCaller, type StoredKeys } from '#server/upstream/keys/upstream-key.ts';
import { createLead } from '#server/upstream/leads/create-lead.ts';

import { forwardedHeader, sendJson, withEtag } from './forwarded-parts.ts';
import { forwardUpdate } from './upstream-updates.ts';
import { forwardUpload, type Scanning } from './upstream-upload.ts';

interface Deps {
  readonly keys: StoredKeys;
  readonly client: UpstreamClient;
  /** null: files are not scanned. */
  readonly scanning: Scanning | null;
}

/**
 * Registers the operations that create and change leads of an existing service, and attach files.
 * The portal validates the caller and the role; the upstream service decides everything else.
 */
export function upstreamWriteRoutes(app: FastifyInstance, { scanning, keys, client }: Deps): void {
  // An upload stays an unparsed stream, which is forwarded.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));

  route(app, v1.createLead, async ({ caller, request, reply }) => {
    const created = await runAsCaller(keys, caller, 'creation', async (token) =>
      createLead({ db: keys.db, client, token }, { caller, request }),
    );
    const submitter = { caller, key: request.headers['idempotency-key'] };
    if (!(await submitDraft(keys.db, submitter, created.id))) throw draftSubmitted;
    echoKey(request, reply);
    return reply.send(created);
  });

  route(
    app,
    v1.updateLead,
    async ({ caller, params: { id }, request, reply }) => {
      const headers = forwardedHeader(request, 'if-match');
      const response = await runAsCaller(keys, caller, 'change', async (token) =>
        forwardUpdate(client, { id, token, request, headers, caller, db: keys.db }),
      );
      return sendJson(withEtag(reply, response), response.text);
    },
    isRecordId,
  );

  route(app, v1.createAttachments, async ({ caller, request, reply }) => {
    // Forwarded even if this process has not yet detected that the service supports the header: the
    // browser may know it from another process.
    const headers = forwardedHeader(request, 'idempotency-key');
    const response = await runAsCaller(keys, caller, 'upload', async (token) =>
      forwardUpload(client, request, { token, scanning, headers, caller, db: keys.db }),
    );
    if (response.headers.has('idempotency-key')) echoKey(request, reply);
    return sendJson(reply, response.text);
  });
}
