import type { FastifyInstance } from 'fastify';

import {
  sendFilesAddress,
  uploadLinkEndpoints,
  uploadLinkLifetimeMs,
} from '#contract/portal/upload-links.ts';
import { listSentByLink } from '#server/attachments/attachments.store.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { getOrigin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { requireVisible } from '#server/records/records.policy.ts';
import { findRequest, lockRequest } from '#server/requests/requests.store.ts';

import { getLeadToSendTo } from './upload-links.policy.ts';
import { presentUploadLink } from './upload-links.presenter.ts';
import { deleteUploadLink, findLinkOfRequest, replaceUploadLink } from './upload-links.store.ts';

interface Deps {
  readonly db: Db;
  readonly now: () => Date;
}

/** Registers the endpoints with which the partner’s people make links for clients. */
export function uploadLinkRoutes(app: FastifyInstance, { db, now }: Deps): void {
  route(app, uploadLinkEndpoints.readUploadLink, async ({ caller, params }) => {
    const { id } = requireVisible(caller, await findRequest(db, params.id), 'request');
    const link = await findLinkOfRequest(db, id, now());
    if (!link) return { link: null };
    return { link: presentUploadLink(link, (await listSentByLink(db, link)).length) };
  });

  route(app, uploadLinkEndpoints.createUploadLink, async ({ caller, params, request }) => {
    const { row, token } = await db.transaction().execute(async (tx) => {
      const asked = requireVisible(caller, await lockRequest(tx, params.id), 'request');
      const createdAt = now();
      const link = await replaceUploadLink(tx, {
        request_id: asked.id,
        partner_id: asked.partner_id,
        lead_id: getLeadToSendTo(asked, caller),
        account_id: caller.accountId,
        created_at: createdAt,
        expires_at: new Date(createdAt.getTime() + uploadLinkLifetimeMs),
      });
      const subject = { type: 'request', id: asked.id };
      await recordAction(tx, {
        ...getOrigin(caller, request),
        action: 'upload-link-created',
        subject,
      });
      return link;
    });
    const url = `${app.publicUrl}${sendFilesAddress.replace(':token', token)}`;
    return { url, link: presentUploadLink(row, 0) };
  });

  route(app, uploadLinkEndpoints.withdrawUploadLink, async ({ caller, params, request }) =>
    db.transaction().execute(async (tx) => {
      const { id } = requireVisible(caller, await lockRequest(tx, params.id), 'request');
      if (!(await deleteUploadLink(tx, id))) return;
      const subject = { type: 'request', id };
      await recordAction(tx, {
        ...getOrigin(caller, request),
        action: 'upload-link-withdrawn',
        subject,
      });
    }),
  );
}
