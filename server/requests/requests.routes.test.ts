import { describe, expect, it } from 'vitest';

import type { FeedEntry } from '#contract/operator/changes.ts';
import type { OperatorRequest, OperatorRequests } from '#contract/operator/requests.ts';
import type { HistoryPage } from '#contract/portal/history.ts';
import type { LenderRequest } from '#contract/portal/requests.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import { attachmentForm } from '#server/testing/access/access-test-data.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { followEvents } from '#server/testing/followed-events.ts';
import type { Person } from '#server/testing/people.ts';

describe.each(databases)('requests on %s', (kind) => {
  const people = withPeople(kind);
  const { operator } = people;

  const submit = async (person: Person = people.broker, fields = {}) =>
    submitLead(people.service, person, fields);
  const ask = async (recordId: string, item: object = { kind: 'question' }, on = 'lead') => {
    const fields = { recordType: on, recordId, text: 'Please help.', ...item };
    const response = await operator.send('POST', '/requests', { fields });
    return response.json<{ id: string }>().id;
  };
  const set = async (id: string, fields: object, headers = {}) =>
    operator.send('PATCH', `/requests/${id}`, { fields }, headers);
  const asOperator = async (id: string) =>
    (await operator.send('GET', `/requests/${id}`)).json<OperatorRequest>();
  const answer = async (id: string, payload: object, person: Person = people.broker) =>
    people.service.as(person).put(`/portal/requests/${id}/answer`, { answer: '', ...payload });
  const onLead = async (leadId: string, { session: headers }: Person = people.broker) =>
    (await people.service.call('GET', `/portal/leads/${leadId}/requests`, { headers })).json<
      LenderRequest[]
    >();
  const attach = async (leadId: string, person: Person = people.broker) => {
    const sent = { headers: person.bearer, payload: attachmentForm(leadId) };
    const response = await people.service.call('POST', '/api/v1/attachment', sent);
    return response.json<{ id: string }>().id;
  };

  it('a document is sent, returned with a reason, sent again and accepted, each step by its actor', async () => {
    const { service, broker } = people;
    const leadId = await submit();
    const bankStatements = { kind: 'document', documentType: 'Bank Statements' };
    const id = await ask(leadId, { ...bankStatements, dueDate: '2026-12-04' });
    expect(await onLead(leadId)).toMatchObject([
      { id, state: 'open', asked: bankStatements, leadId, dueDate: '2026-12-04', files: [] },
    ]);
    const first = await attach(leadId);
    expect((await answer(id, { attachmentIds: [first] })).statusCode).toBe(200);
    const repeated = await answer(id, { attachmentIds: [first] });
    expect(repeated.json()).toMatchObject({ state: 'sent', files: [{ id: first }] });
    expect((await asOperator(id)).fields).toMatchObject({ state: 'sent', attachmentIds: [first] });

    const isWaiting = async () => {
      const listed = await service.as(broker).get('/api/v1/lead?waitingOn=partner&pageSize=100');
      return listed.json<{ id: string }[]>().some((lead) => lead.id === leadId);
    };
    expect(await isWaiting()).toBe(false);
    await set(id, { state: 'returned', reason: 'Page 2 is missing.' });
    expect(await onLead(leadId)).toMatchObject([
      { state: 'returned', reason: 'Page 2 is missing.' },
    ]);
    expect(await isWaiting()).toBe(true);
    const second = await attach(leadId);
    await answer(id, { attachmentIds: [second, second], answer: 'Here it is.' });
    expect((await set(id, { state: 'done' })).statusCode).toBe(200);
    expect((await set(id, { state: 'done' })).statusCode).toBe(200);

    const history = await service.as(broker).get(`/portal/leads/${leadId}/history`);
    const entries = history.json<HistoryPage>().entries.filter((entry) => entry.request);
    expect(entries.map(({ request, who }) => [request?.state, request?.text, who.source])).toEqual([
      ['done', '', 'operator'],
      ['sent', 'Here it is.', 'portal'],
      ['returned', 'Page 2 is missing.', 'operator'],
      ['sent', '', 'portal'],
      ['open', 'Please help.', 'operator'],
    ]);
    const feed = (await operator.send('GET', '/changes?limit=1000')).json<FeedEntry[]>();
    expect(
      feed.filter((one) => one.recordId === leadId).map((one) => [one.kind, one.values['request']]),
    ).toEqual([
      ['created', undefined],
      ['attached', undefined],
      ['request', { id, kind: 'document', state: 'sent', text: '' }],
      ['attached', undefined],
      ['request', { id, kind: 'document', state: 'sent', text: 'Here it is.' }],
    ]);
  });

  it('a document is of the type that is asked for, or somebody says why; its last file stays while it is reviewed', async () => {
    const { service, broker } = people;
    const leadId = await submit();
    const id = await ask(leadId, { kind: 'document', documentType: 'Image' });
    const file = await attach(leadId);
    const withdraw = async () =>
      (await service.as(broker).delete(`/portal/attachments/${file}`)).statusCode;
    expect((await answer(id, { attachmentIds: [file] })).json<ErrorBody>().fields).toHaveProperty(
      'attachmentIds',
    );
    const why = { attachmentIds: [file], answer: 'It is all there is.' };
    expect((await answer(id, why)).statusCode).toBe(200);
    const other = await ask(leadId, { kind: 'document', documentType: 'Bank Statements' });
    expect((await answer(other, { attachmentIds: [file] })).statusCode).toBe(200);
    expect(await withdraw()).toBe(409);
    await answer(other, { answer: 'There is none.' });
    expect(await withdraw()).toBe(200);
  });

  it('a question needs an answer, and a correction a changed field or a reason', async () => {
    const { service, broker } = people;
    const leadId = await submit();
    const question = await ask(leadId);
    expect((await answer(question, {})).json<ErrorBody>().fields).toHaveProperty('answer');
    expect((await answer(question, { answer: 'In March.' })).statusCode).toBe(200);
    // Until the lender acts, an answer can be corrected.
    expect((await answer(question, { answer: 'In May.' })).json()).toMatchObject({
      answer: 'In May.',
    });

    const correction = await ask(leadId, { kind: 'correction', fieldNames: ['tradingName'] });
    expect((await answer(correction, {})).statusCode).toBe(400);
    const edit = async (fields: object) =>
      service.as(broker).patch(`/api/v1/lead/${leadId}`, { fields });
    await edit({ industry: 'Plumbing' });
    expect((await answer(correction, {})).statusCode).toBe(400);
    await edit({ tradingName: 'Kauri Co' });
    expect((await answer(correction, {})).json()).toMatchObject({ state: 'sent' });
    await set(correction, { state: 'returned', reason: 'Not quite.' });
    expect((await answer(correction, {})).statusCode).toBe(400);
    expect((await answer(correction, { answer: 'It is right.' })).statusCode).toBe(200);
  });

  it('a state follows only from some others', async () => {
    const id = await ask(await submit());
    const codeOf = async (sent: ReturnType<typeof set>) => {
      const response = await sent;
      return [response.statusCode, response.json<ErrorBody>().code];
    };
    const conflict = [409, 'request-state-conflict'];
    expect(await codeOf(set(id, { state: 'returned', reason: 'Why?' }))).toEqual(conflict);
    expect(await codeOf(set(id, { state: 'returned' }))).toEqual([400, 'invalid-fields']);
    expect(await codeOf(set(id, { state: 'open' }))).toEqual([400, 'invalid-fields']);
    const seen = await operator.send('GET', `/requests/${id}`);
    await answer(id, { answer: 'Yes.' });
    const stale = { 'if-match': String(seen.headers['etag']) };
    expect(await codeOf(set(id, { state: 'done' }, stale))).toEqual([412, 'version-conflict']);
    expect((await set(id, { state: 'withdrawn' })).statusCode).toBe(200);
    expect(await codeOf(set(id, { state: 'done' }))).toEqual(conflict);
    expect(await codeOf(answer(id, { answer: 'No.' }))).toEqual(conflict);
  });

  it('are listed for the operator page by page, without repeating or losing one', async () => {
    const leadId = await submit();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift(await ask(leadId));
    const list = async (cursor = '') =>
      operator.send('GET', `/requests?recordId=${leadId}&pageSize=2&cursor=${cursor}`);
    const first = (await list()).json<OperatorRequests>();
    const newer = await ask(leadId);
    const second = (await list(first.next ?? '')).json<OperatorRequests>();
    expect([...first.requests, ...second.requests].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
    expect((await list()).json<OperatorRequests>().requests[0]?.id).toBe(newer);
    expect((await list('nobody')).json<ErrorBody>().code).toBe('invalid-cursor');
  });

  it('on a deal is answered with the files of its lead, by who may read that', async () => {
    const { service, broker, colleague, admin } = people;
    const leadId = await submit();
    const converted = await operator.send('POST', `/leads/${leadId}/conversion`, { fields: {} });
    const { dealId } = converted.json<{ dealId: string }>();
    const document = { kind: 'document', documentType: 'Bank Statements' };
    const id = await ask(dealId, document, 'deal');
    await operator.send('PATCH', `/deals/${dealId}`, {
      fields: { brokerRepId: colleague.contactId },
    });
    const onDeal = async ({ session: headers }: Person) =>
      (await service.call('GET', `/portal/deals/${dealId}/requests`, { headers })).json();
    expect(await onDeal(colleague)).toMatchObject([{ id, leadId: null }]);
    expect(await onDeal(admin)).toMatchObject([{ id, leadId }]);
    const elsewhere = await attach(await submit());
    expect((await answer(id, { attachmentIds: [elsewhere] }, admin)).statusCode).toBe(400);
    expect((await answer(id, { attachmentIds: ['missing'] }, admin)).statusCode).toBe(400);
    const file = await attach(leadId);
    expect((await answer(id, { attachmentIds: [file] }, admin)).statusCode).toBe(200);
    expect(await onDeal(colleague)).toMatchObject([{ state: 'sent', files: [] }]);
    expect(await onDeal(admin)).toMatchObject([{ files: [{ id: file }] }]);
    // A file that is withdrawn is no longer sent.
    await answer(id, { answer: 'By post.' }, admin);
    await service.as(broker).delete(`/portal/attachments/${file}`);
    expect((await asOperator(id)).fields.attachmentIds).toEqual([]);

    const fields = { name: 'Kauri', brokerRepId: broker.contactId };
    const { id: alone } = (await operator.send('POST', '/deals', { fields })).json<{
      id: string;
    }>();
    const rejected = { recordType: 'deal', recordId: alone, text: 'Send it.', ...document };
    const response = await operator.send('POST', '/requests', { fields: rejected });
    expect(response.json<ErrorBody>().fields).toHaveProperty('kind');
    expect(await ask(alone, { kind: 'question' }, 'deal')).toBeDefined();
  });

  it('a record’s readers learn of each step at once', async () => {
    const { service, broker } = people;
    const origin = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const leadId = await submit();
    const stream = await followEvents(origin, broker);
    const named = () =>
      stream.events.flatMap(({ changes }) => changes.flatMap(({ ids }) => ids ?? []));
    const id = await ask(leadId);
    await expect.poll(named).toEqual([leadId]);
    await answer(id, { answer: 'Yes.' });
    await expect.poll(named).toEqual([leadId, leadId]);
    stream.close();
  });
});
