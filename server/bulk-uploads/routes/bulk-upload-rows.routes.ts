import type { FastifyInstance } from 'fastify';

import { bulkUploadEndpoints } from '#contract/bulk-upload/endpoints.ts';
import { listClientRows } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import { requireUpload } from '#server/bulk-uploads/bulk-uploads.policy.ts';
import {
  type LinksOf,
  presentRow,
  presentUpload,
} from '#server/bulk-uploads/bulk-uploads.presenter.ts';
import { pageRange, storable, storedRows } from '#server/bulk-uploads/bulk-uploads.rules.ts';
import { findUpload } from '#server/bulk-uploads/bulk-uploads.store.ts';
import { submitRows } from '#server/bulk-uploads/own/submit-rows.ts';
import { forwardRows } from '#server/bulk-uploads/upstream/forward-rows.ts';
import { reconcile } from '#server/bulk-uploads/upstream/reconcile-rows.ts';
import type { RowForwarding } from '#server/bulk-uploads/upstream/row-forwarding.ts';
import type { Db } from '#server/db/connect.ts';
import { findKeyMatches } from '#server/duplicate-leads/duplicate-leads.store.ts';
import { route } from '#server/http/routes.ts';

interface Deps {
  readonly db: Db;
  readonly linksOf: LinksOf;
  /** The upstream service that creates the leads; null when the portal stores its own records. */
  readonly upstream: RowForwarding | null;
}

/** Registers the routes of rows: find their duplicates, submit and reconcile them, list results. */
export function bulkUploadRowRoutes(app: FastifyInstance, { db, linksOf, upstream }: Deps): void {
  route(app, bulkUploadEndpoints.findDuplicateLeads, async ({ caller, params, readBody }) => {
    const upload = requireUpload(caller, await findUpload(db, params.id));
    const { keys } = readBody();
    return findKeyMatches(db, upload.partner_id, [...new Set(keys.map(storable))]);
  });

  route(app, bulkUploadEndpoints.submitRows, async ({ caller, params, readBody }) => {
    const upload = requireUpload(caller, await findUpload(db, params.id));
    const batch = readBody();
    return upstream
      ? forwardRows(upstream, caller, upload, batch)
      : { totals: await submitRows(db, caller, upload, batch), isDone: true };
  });

  route(app, bulkUploadEndpoints.reconcileUnknownRows, async ({ caller, params }) => {
    const upload = requireUpload(caller, await findUpload(db, params.id));
    const isComplete = upstream === null || (await reconcile(upstream, caller, upload));
    const after = requireUpload(caller, await findUpload(db, params.id));
    return { upload: presentUpload(after), isComplete };
  });

  route(app, bulkUploadEndpoints.listRowResults, async ({ caller, params, query, reply }) => {
    const upload = requireUpload(caller, await findUpload(db, params.id));
    const rows = await listClientRows(db, upload.id, pageRange(upload, query));
    reply.header('x-total-count', storedRows(upload, query.outcome));
    return rows.map((row) => presentRow(row, linksOf));
  });
}
