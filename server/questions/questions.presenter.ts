import type { OperatorQuestion } from '#contract/operator/questions.ts';
import type { Question, QuestionState } from '#contract/portal/questions.ts';
import type { Caller } from '#server/auth/caller.ts';
import { mayKnow } from '#server/records/records.policy.ts';

import type { QuestionRow } from './questions.store.ts';

const getState = ({ answered_at: at }: QuestionRow): QuestionState =>
  at === null ? 'open' : 'answered';

/**
 * Returns a question as the partner’s people and support read it: people of another partner are
 * named to support only.
 */
export function presentQuestion(row: QuestionRow, caller: Caller): Question {
  return {
    id: row.id,
    state: getState(row),
    text: row.text,
    by: mayKnow(caller, row.asker_partner_id) ? row.asker_name : null,
    createdAt: row.created_at.toISOString(),
    answer: row.answer,
    answeredAt: row.answered_at?.toISOString() ?? null,
  };
}

/** Returns a question as the operator reads it. */
export function presentQuestionForOperator(row: QuestionRow): OperatorQuestion {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    fields: {
      recordType: row.record_type,
      recordId: row.record_id,
      brokerId: row.partner_id,
      brokerRepId: row.contact_id,
      state: getState(row),
      text: row.text,
      answer: row.answer,
      answeredAt: row.answered_at?.toISOString() ?? null,
    },
  };
}
