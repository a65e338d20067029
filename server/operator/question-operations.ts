import { operator } from '#contract/operator/endpoints.ts';
import { requireFound } from '#server/errors/api-error.ts';
import { assertMatch, computeEtag } from '#server/http/preconditions.ts';
import { presentQuestionForOperator } from '#server/questions/questions.presenter.ts';
import { findQuestion, lockQuestion, saveAnswer } from '#server/questions/questions.store.ts';

import type { Operations } from './operations.ts';

/** The operation on questions of partners. */
export const questionOperations: Operations<'answerQuestion'> = {
  answerQuestion: async (tx, { caller: { keyId }, id, ifMatch, bodyOf }) => {
    const question = requireFound(await lockQuestion(tx, id), 'question');
    assertMatch(ifMatch, presentQuestionForOperator(question));
    const answer = bodyOf(operator.answerQuestion).text ?? '';
    if (answer !== question.answer) await saveAnswer(tx, id, { answer, keyId });
    const response = presentQuestionForOperator((await findQuestion(tx, id)) ?? question);
    return { id, etag: computeEtag(response), response };
  },
};
