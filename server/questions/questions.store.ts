import { type Insertable, type Selectable, sql } from 'kysely';

import type { QuestionListQuery } from '#contract/operator/questions.ts';
import { listsByType } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';
import { type Bind, joinAll, runStatement } from '#server/db/statement.ts';
import { lockRecord } from '#server/records/records.store.ts';

/** A question to the lender, with the account that asked. */
export interface QuestionRow extends Selectable<Tables['questions']> {
  readonly asker_name: string | null;
  readonly asker_partner_id: string | null;
}

/** Returns questions `q` with who asked; `writeEnd` says which ones, in which order. */
async function selectQuestions(db: Db, writeEnd: (bind: Bind) => string): Promise<QuestionRow[]> {
  return runStatement(
    db,
    (bind) => `
    select q.*, accounts.name as asker_name, accounts.partner_id as asker_partner_id
    from questions as q left join accounts on accounts.id = q.created_by
    where ${writeEnd(bind)}`,
  );
}

/** Returns a question of any owner by id. */
export async function findQuestion(db: Db, id: string): Promise<QuestionRow | undefined> {
  return (await selectQuestions(db, (bind) => `q.id = ${bind(id)}`))[0];
}

/**
 * Returns a question as {@link findQuestion}, with its record locked until the transaction ends:
 * the entries of the record's history are in the order of its changes.
 */
export async function lockQuestion(tx: Db, id: string): Promise<QuestionRow | undefined> {
  const found = await findQuestion(tx, id);
  if (!found) return undefined;
  await lockRecord(tx, listsByType[found.record_type], found.record_id);
  return findQuestion(tx, id);
}

/** Maximum number of questions about a record that are shown. */
const maxListed = 200;

/** Returns the questions about a lead or deal, the latest first. */
export async function listQuestionsOn(db: Db, recordId: string): Promise<QuestionRow[]> {
  return selectQuestions(
    db,
    (bind) =>
      `q.record_id = ${bind(recordId)} order by q.created_at desc, q.id desc limit ${maxListed}`,
  );
}

/** Returns one page of the operator’s list, newest first, and whether another one follows. */
export async function listQuestions(
  db: Db,
  { state, recordType, recordId, partnerId, cursor, pageSize }: QuestionListQuery,
): Promise<{ readonly rows: readonly QuestionRow[]; readonly hasMore: boolean }> {
  const rows = await selectQuestions(db, (bind) => {
    const conditions = [
      'true',
      ...(state.length === 1 ? [`q.answered_at is ${state[0] === 'open' ? '' : 'not '}null`] : []),
      ...(recordType.length > 0 ? [`q.record_type = any(${bind(recordType)})`] : []),
      ...(recordId === '' ? [] : [`q.record_id = ${bind(recordId)}`]),
      ...(partnerId === undefined ? [] : [`q.partner_id = ${bind(partnerId)}`]),
      ...(cursor === ''
        ? []
        : [
            `(q.created_at, q.id) < (select created_at, id from questions where id = ${bind(cursor)})`,
          ]),
    ];
    return `${joinAll(conditions)} order by q.created_at desc, q.id desc limit ${pageSize + 1}`;
  });
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
}

/** Stores a new question, and returns its id; the database records it in the history. */
export async function insertQuestion(
  tx: Db,
  question: Omit<Insertable<Tables['questions']>, 'id' | 'answer' | 'answered_at'>,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('questions')
    .values({ ...question, id })
    .execute();
  return id;
}

/** Stores the answer by a key of the operator; the database records it in the history. */
export async function saveAnswer(
  tx: Db,
  id: string,
  { answer, keyId }: { readonly answer: string; readonly keyId: string },
): Promise<void> {
  const now = sql<Date>`write_time()`;
  await tx
    .updateTable('questions')
    .set({ answer, answered_at: now, updated_at: now, version: sql`version + 1` })
    .set({ updated_by: keyId, updated_via: 'operator' })
    .where('id', '=', id)
    .execute();
}

/** Empties the texts of all questions about a lead or deal. */
export async function eraseQuestionTexts(tx: Db, recordId: string): Promise<void> {
  await tx
    .updateTable('questions')
    .set({ text: '', answer: '' })
    .where('record_id', '=', recordId)
    .execute();
}

/** Returns the ids of questions about some leads or deals that have a text. */
export async function listQuestionsWithText(
  db: Db,
  recordIds: readonly (string | null)[],
): Promise<readonly { readonly id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from questions where record_id = any(${recordIds}) and text || answer <> ''`.execute(
    db,
  );
  return rows;
}
