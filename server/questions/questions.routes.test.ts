import { describe, expect, it } from 'vitest';

import type { FeedEntry } from '#contract/operator/changes.ts';
import type { OperatorQuestion } from '#contract/operator/questions.ts';
import type { HistoryPage } from '#contract/portal/history.ts';
import type { Home } from '#contract/portal/home.ts';
import type { Question } from '#contract/portal/questions.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { followEvents } from '#server/testing/followed-events.ts';
import type { Person } from '#server/testing/people.ts';

const text = 'Is a trust deed needed?';

describe.each(databases)('questions on %s', (kind) => {
  const people = withPeople(kind);
  const { operator } = people;

  const submit = async (person: Person = people.broker) => submitLead(people.service, person);
  const send = async (
    path: string,
    payload: object = { text },
    { person = people.broker, headers = {} }: { person?: Person; headers?: object } = {},
  ) =>
    people.service.call('POST', `/portal${path}/questions`, {
      headers: { ...headers, ...person.session },
      payload,
    });
  const ask = async (path: string, ...more: [payload?: object, by?: { person?: Person }]) =>
    (await send(path, ...more)).json<{ id: string }>().id;
  const read = async <T>(path: string, { session: headers }: Person = people.broker) =>
    (await people.service.call('GET', `/portal${path}`, { headers })).json<T>();
  const answer = async (id: string, given: string, headers = {}) =>
    operator.send('PUT', `/questions/${id}/answer`, { text: given }, headers);
  const list = async (query: string) =>
    (await operator.send('GET', `/questions?${query}`)).json<{
      questions: OperatorQuestion[];
      next: string | null;
    }>();

  it('is asked and answered, as the record’s readers, its history and the feed have it', async () => {
    const { broker, colleague, admin, support } = people;
    const lead = await submit();
    const id = await ask(`/leads/${lead}`);
    const open = { id, state: 'open', text, by: 'Pat Moss', answer: '', answeredAt: null };
    for (const reader of [broker, admin, support])
      expect(await read<Question[]>(`/leads/${lead}/questions`, reader)).toMatchObject([open]);
    expect(await read<ErrorBody>(`/leads/${lead}/questions`, colleague)).toMatchObject({
      code: 'no-access',
    });

    const [asked] = (await list(`recordId=${lead}`)).questions;
    expect(asked).toMatchObject({
      id,
      createdBy: broker.accountId,
      fields: {
        recordType: 'lead',
        recordId: lead,
        brokerId: broker.partnerId,
        brokerRepId: broker.contactId,
        state: 'open',
        text,
      },
    });
    const answered = await answer(id, 'Only for a trust.');
    expect(answered.json()).toMatchObject({ fields: { state: 'answered' } });
    // The same answer again changes nothing, not even its time.
    expect((await answer(id, 'Only for a trust.')).body).toBe(answered.body);
    expect(await read<Question[]>(`/leads/${lead}/questions`)).toMatchObject([
      {
        ...open,
        state: 'answered',
        answer: 'Only for a trust.',
        answeredAt: answered.json<OperatorQuestion>().fields.answeredAt,
      },
    ]);
    await answer(id, 'Yes, for this one.');

    const { entries } = await read<HistoryPage>(`/leads/${lead}/history`);
    expect(entries.map((entry) => [entry.kind, entry.question, entry.who.source])).toEqual([
      ['question', { id, state: 'answered', text: 'Yes, for this one.' }, 'operator'],
      ['question', { id, state: 'answered', text: 'Only for a trust.' }, 'operator'],
      ['question', { id, state: 'open', text }, 'portal'],
      ['created', undefined, 'api'],
    ]);
    const feed = (await operator.send('GET', '/changes?limit=1000')).json<FeedEntry[]>();
    expect(
      feed.filter((one) => one.recordId === lead).map((one) => [one.kind, one.values['question']]),
    ).toEqual([
      ['created', undefined],
      ['question', { id, state: 'open', text }],
    ]);
  });

  it('leaves the record as it is, and its answer is unread until the record is opened', async () => {
    const { service, broker, admin } = people;
    const lead = await submit();
    const before = await service.as(broker).get(`/api/v1/lead/${lead}`);
    const id = await ask(`/leads/${lead}`, { text: 'Who is the assessor?' });
    const changed = async (person: Person) => {
      const home = await read<Home>('/home', person);
      return home.changed?.latest.find((record) => record.id === lead);
    };
    expect(await changed(broker)).toBeUndefined();
    expect(await changed(admin)).toMatchObject({
      questions: 1,
      answer: null,
      by: { name: 'Pat Moss' },
    });
    await answer(id, 'Ms Tane.');
    expect(await changed(broker)).toMatchObject({
      isUnread: true,
      questions: 0,
      answer: 'Ms Tane.',
      fields: [],
      by: { isOperator: true, name: null },
    });
    const { session: headers } = broker;
    await service.call('PUT', `/portal/leads/${lead}/read`, { headers });
    expect(await changed(broker)).toMatchObject({ isUnread: false });
    const after = await service.as(broker).get(`/api/v1/lead/${lead}`);
    expect([after.body, after.headers['etag']]).toEqual([before.body, before.headers['etag']]);
  });

  it('is asked once with a key, and needs a text', async () => {
    const [lead, other] = [await submit(), await submit()];
    const key = { headers: { 'idempotency-key': 'k1' } };
    const first = await send(`/leads/${lead}`, { text }, key);
    const again = await send(`/leads/${lead}`, { text }, key);
    expect(again.body).toBe(first.body);
    expect(again.headers['idempotency-key']).toBe('k1');
    expect((await send(`/leads/${other}`, { text }, key)).statusCode).toBe(422);
    expect(await read<Question[]>(`/leads/${lead}/questions`)).toHaveLength(1);
    for (const wrong of [' \n', 'a'.repeat(2_001), null]) {
      const response = await send(`/leads/${lead}`, { text: wrong });
      expect(response.json<ErrorBody>().fields).toHaveProperty('text');
    }
  });

  it('goes with its deal to another contact', async () => {
    const { broker, colleague } = people;
    const fields = { name: 'Kauri', brokerRepId: broker.contactId };
    const created = await operator.send('POST', '/deals', { fields });
    const { id: deal } = created.json<{ id: string }>();
    const id = await ask(`/deals/${deal}`);
    await operator.send('PATCH', `/deals/${deal}`, {
      fields: { brokerRepId: colleague.contactId },
    });
    expect(await read<Question[]>(`/deals/${deal}/questions`, colleague)).toMatchObject([{ id }]);
    expect((await send(`/deals/${deal}`)).statusCode).toBe(403);
    const { questions } = await list(`recordId=${deal}`);
    expect(questions[0]?.fields.brokerRepId).toBe(colleague.contactId);
  });

  it('is listed for the operator page by page, by state and type, and answered in a batch', async () => {
    const lead = await submit();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift(await ask(`/leads/${lead}`));
    const [newest = '', second = '', oldest = ''] = ids;
    const page = async (query: string) => {
      const { questions, next } = await list(`recordId=${lead}&${query}`);
      return { ids: questions.map(({ id }) => id), next };
    };
    const first = await page('pageSize=2');
    expect(first.ids).toEqual([newest, second]);
    expect(await page(`pageSize=2&cursor=${first.next}`)).toEqual({ ids: [oldest], next: null });
    const wrong = await operator.send('GET', '/questions?cursor=nobody');
    expect(wrong.json<ErrorBody>().code).toBe('invalid-cursor');

    const operation = { operation: 'answerQuestion', id: second, body: { text: 'Yes.' } };
    const batch = await operator.send('POST', '/batch', { operations: [operation] });
    expect(batch.json()).toMatchObject({ results: [{ status: 200, id: second }] });
    expect((await page('state=open')).ids).toEqual([newest, oldest]);
    expect((await page('state=answered')).ids).toEqual([second]);
    expect((await page('state=open&state=answered')).ids).toEqual(ids);
    expect((await page('recordType=deal')).ids).toEqual([]);
    const seen = await operator.send('GET', `/questions/${second}`);
    await answer(second, 'No.');
    const stale = { 'if-match': String(seen.headers['etag']) };
    expect((await answer(second, 'Perhaps.', stale)).statusCode).toBe(412);
    expect((await answer(second, ' ')).json<ErrorBody>().fields).toHaveProperty('text');
  });

  it('a record’s readers learn of a question and its answer at once', async () => {
    const { service, broker } = people;
    const origin = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const lead = await submit();
    const stream = await followEvents(origin, broker);
    const named = () =>
      stream.events.flatMap(({ changes }) => changes.flatMap(({ ids }) => ids ?? []));
    const id = await ask(`/leads/${lead}`);
    await expect.poll(named).toEqual([lead]);
    await answer(id, 'Yes.');
    await expect.poll(named).toEqual([lead, lead]);
    stream.close();
  });
});
