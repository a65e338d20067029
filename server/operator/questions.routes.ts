import type { FastifyInstance } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import { requireFound } from '#server/errors/api-error.ts';
import { sendOrNotModified } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { presentQuestionForOperator } from '#server/questions/questions.presenter.ts';
import { findQuestion, listQuestions } from '#server/questions/questions.store.ts';
import { getListedPartner } from '#server/records/records.policy.ts';

import type { OperatorDeps } from './operations.ts';
import { isInScope, wrongCursor } from './operator.policy.ts';

/** Registers the operator’s endpoints to list and read questions of partners. */
export function operatorQuestionRoutes(
  app: FastifyInstance,
  { database: { db } }: OperatorDeps,
): void {
  route(app, operator.listQuestions, async ({ caller, query }) => {
    const { cursor } = query;
    const isKnown = async () =>
      (await isInScope(db, caller, 'questions', cursor)) && (await findQuestion(db, cursor));
    if (cursor !== '' && !(await isKnown())) throw wrongCursor;
    const partnerId = getListedPartner(caller, query.partnerId);
    const { rows, hasMore } = await listQuestions(db, { ...query, partnerId });
    const next = hasMore ? (rows.at(-1)?.id ?? null) : null;
    return { questions: rows.map(presentQuestionForOperator), next };
  });

  route(app, operator.readQuestion, async (call) => {
    const found = requireFound(await findQuestion(db, call.params.id), 'question');
    return sendOrNotModified(call, presentQuestionForOperator(found));
  });
}
