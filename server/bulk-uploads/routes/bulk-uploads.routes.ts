import type { FastifyInstance } from 'fastify';

import { noChoices, type OpenedUpload, uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { bulkUploadEndpoints } from '#contract/bulk-upload/endpoints.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { getOrigin } from '#server/auth/origin.ts';
import { listRuns, submittedRuns } from '#server/bulk-uploads/blank-runs.store.ts';
import {
  findChoices,
  findParseOptionsAndContact,
  saveChoices,
  saveEdits,
  listEdits,
} from '#server/bulk-uploads/bulk-upload-choices.store.ts';
import { requireContact, requireUpload } from '#server/bulk-uploads/bulk-uploads.policy.ts';
import { presentUpload } from '#server/bulk-uploads/bulk-uploads.presenter.ts';
import {
  storedRows,
  lastEdits,
  assertWithinEditLimits,
  requireSameContact,
  assertSameParseOptions,
  stateChange,
  storable,
} from '#server/bulk-uploads/bulk-uploads.rules.ts';
import {
  findUpload,
  listUploads,
  lockUpload,
  setState,
} from '#server/bulk-uploads/bulk-uploads.store.ts';
import { openUpload } from '#server/bulk-uploads/open-upload.ts';
import type { RowForwarding } from '#server/bulk-uploads/upstream/row-forwarding.ts';
import type { Db } from '#server/db/connect.ts';
import { sendLongJson } from '#server/http/long-json.ts';
import { route } from '#server/http/routes.ts';

interface Deps {
  readonly db: Db;
  /** The upstream service that creates the leads; null when the portal stores its own records. */
  readonly upstream: RowForwarding | null;
}

/** Registers the routes of bulk uploads: list and open them, choose, edit, set their state. */
export function bulkUploadRoutes(app: FastifyInstance, { db, upstream }: Deps): void {
  route(app, bulkUploadEndpoints.listBulkUploads, async ({ caller, query, reply }) => {
    const { rows, total } = await listUploads(db, caller.partnerId, query);
    reply.header('x-total-count', total);
    return rows.map(presentUpload);
  });

  route(app, bulkUploadEndpoints.openBulkUpload, async ({ caller, readBody, reply }) => {
    const file = readBody();
    const upload = await openUpload(db, {
      partner_id: caller.partnerId,
      content_hash: file.contentHash,
      file_name: storable(file.fileName),
      size: file.size,
      created_by: caller.accountId,
    });
    return sendLongJson<OpenedUpload>(reply, {
      upload: presentUpload(upload),
      choices: (await findChoices(db, upload.id)) ?? noChoices,
      edits: listEdits(db, upload.id),
      submittedRows: await submittedRuns(db, upload.id, storedRows(upload, undefined)),
      unknownRows: upload.unknown > 0 ? await listRuns(db, upload.id, 'unknown') : [],
      rowsInBatch: upstream ? uploadLimits.rowsInForwardedBatch : uploadLimits.rowsInBatch,
    });
  });

  route(app, bulkUploadEndpoints.readBulkUpload, async ({ caller, params }) =>
    presentUpload(requireUpload(caller, await findUpload(db, params.id))),
  );

  route(app, bulkUploadEndpoints.chooseForBulkUpload, async ({ caller, params, readBody }) =>
    db.transaction().execute(async (tx) => {
      const upload = requireUpload(caller, await lockUpload(tx, params.id));
      const choices = readBody();
      await requireContact(tx, caller, choices.contactId);
      const earlier = await findParseOptionsAndContact(tx, upload.id);
      assertSameParseOptions(upload, earlier.parseOptions, choices.parseOptions);
      requireSameContact(upload, earlier.contactId, choices.contactId);
      await saveChoices(tx, upload.id, choices);
      return choices;
    }),
  );

  route(app, bulkUploadEndpoints.editBulkUpload, async ({ caller, params, readBody }) =>
    db.transaction().execute(async (tx) => {
      const upload = requireUpload(caller, await lockUpload(tx, params.id));
      const { edits } = readBody();
      const stored = await saveEdits(tx, upload, lastEdits(edits));
      assertWithinEditLimits(stored);
      return { edits: stored.count };
    }),
  );

  route(
    app,
    bulkUploadEndpoints.setBulkUploadState,
    async ({ caller, params, readBody, request }) => {
      await db.transaction().execute(async (tx) => {
        const upload = requireUpload(caller, await lockUpload(tx, params.id));
        const requested = readBody();
        await setState(tx, upload.id, stateChange(upload, requested));
        if (requested.state !== 'submitting') return;
        await recordAction(tx, {
          ...getOrigin(caller, request),
          action: 'upload-submitted',
          subject: { type: 'bulk-upload', id: upload.id },
          details: { rows: requested.read },
        });
      });
      // Waits for rows in flight, so that the response includes their outcomes.
      await upstream?.throttle.completed(params.id);
      return presentUpload(requireUpload(caller, await findUpload(db, params.id)));
    },
  );
}
