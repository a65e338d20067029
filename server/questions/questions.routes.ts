import type { FastifyInstance } from 'fastify';

import { questionEndpoints } from '#contract/portal/questions.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import { getSource } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { echoKey, withIdempotency } from '#server/idempotency/idempotency.ts';
import { findVisible } from '#server/records/find-visible.ts';
import { requireVisible } from '#server/records/records.policy.ts';
import { lockRecord, recordTables } from '#server/records/records.store.ts';

import { presentQuestion } from './questions.presenter.ts';
import { insertQuestion, listQuestionsOn } from './questions.store.ts';

const endpoints = {
  leads: { list: questionEndpoints.listLeadQuestions, ask: questionEndpoints.askAboutLead },
  deals: { list: questionEndpoints.listDealQuestions, ask: questionEndpoints.askAboutDeal },
};

/** Registers the endpoints with which the partner’s people ask the lender. */
export function questionRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  for (const table of recordTables) {
    const { list, ask } = endpoints[table];
    const recordType = typesByList[table];

    route(app, list, async ({ caller, params }) => {
      const { id } = await findVisible(db, caller, table, params.id);
      const rows = await listQuestionsOn(db, id);
      return rows.map((row) => presentQuestion(row, caller));
    });

    route(app, ask, async ({ caller, params, readBody, request, reply }) => {
      await findVisible(db, caller, table, params.id);
      const text = readBody().text ?? '';
      const keyed = { endpoint: ask, caller, request };
      const asked = await withIdempotency(db, keyed, async (tx) => {
        const locked = await lockRecord(tx, table, params.id);
        const record = requireVisible(caller, locked, recordType);
        const id = await insertQuestion(tx, {
          record_type: recordType,
          record_id: record.id,
          partner_id: record.partner_id,
          contact_id: record.contact_id,
          text,
          created_by: caller.accountId,
          updated_by: caller.accountId,
          updated_via: getSource(caller),
        });
        return { id };
      });
      echoKey(request, reply);
      return asked;
    });
  }
}
