import type { FastifyInstance } from 'fastify';

import { draftEndpoints, draftLimits } from '#contract/portal/new-lead/new-lead.ts';
import { lockAccount } from '#server/accounts/accounts.store.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { assertMatch, computeEtag } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { requireOwn } from '#server/records/records.policy.ts';

import { requireOpen } from './drafts.policy.ts';
import { presentDraft, presentListedDraft } from './drafts.presenter.ts';
import {
  countDrafts,
  insertDraft,
  deleteDraft,
  type DraftRow,
  findDraft,
  listDrafts,
  lockDraft,
  updateDraft,
} from './drafts.store.ts';

/** Registers the endpoints of drafts. */
export function draftRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  route(app, draftEndpoints.listDrafts, async ({ caller }) =>
    (await listDrafts(db, caller.accountId)).map(presentListedDraft),
  );

  route(app, draftEndpoints.createDraft, async ({ caller, readBody, reply }) => {
    const { id, content } = readBody();
    const draft = await db.transaction().execute(async (tx) => {
      await lockAccount(tx, caller.accountId);
      const isNew = !(await findDraft(tx, id));
      if (isNew && (await countDrafts(tx, caller.accountId)) >= draftLimits.drafts)
        throw tooManyDrafts;
      if (isNew) await insertDraft(tx, caller, { id, content });
      return requireOwn(caller, await findDraft(tx, id), 'draft');
    });
    reply.header('etag', computeEtag(pickVersion(draft)));
    return presentDraft(draft);
  });

  route(app, draftEndpoints.readDraft, async ({ caller, params, reply }) => {
    const draft = requireOwn(caller, await findDraft(db, params.id), 'draft');
    reply.header('etag', computeEtag(pickVersion(draft)));
    return presentDraft(draft);
  });

  route(app, draftEndpoints.saveDraft, async ({ caller, params, readBody, request, reply }) => {
    const draft = await db.transaction().execute(async (tx) => {
      const current = requireOpen(caller, await lockDraft(tx, params.id));
      assertMatch(request.headers['if-match'], pickVersion(current));
      const { content } = readBody();
      return updateDraft(tx, current.id, content);
    });
    reply.header('etag', computeEtag(pickVersion(draft)));
    return { updatedAt: draft.updated_at.toISOString() };
  });

  route(app, draftEndpoints.discardDraft, async ({ caller, params }) => {
    await db.transaction().execute(async (tx) => {
      const draft = requireOpen(caller, await lockDraft(tx, params.id));
      await deleteDraft(tx, draft.id);
    });
  });
}

const tooManyDrafts = new ApiError(
  'too-many-drafts',
  `You have ${draftLimits.drafts} drafts. Submit or discard one of them first.`,
);

const pickVersion = ({ id, version }: DraftRow) => ({ id, version });
