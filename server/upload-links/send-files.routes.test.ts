import { describe, expect, it } from 'vitest';

import type { OperatorRequest } from '#contract/operator/requests.ts';
import type { ListedAttachment } from '#contract/portal/attachments.ts';
import type { AuditEntry } from '#contract/portal/audit/audit.ts';
import type { HistoryPage } from '#contract/portal/history.ts';
import type { LenderRequest } from '#contract/portal/requests.ts';
import { maxFilesByLink } from '#contract/portal/upload-links.ts';
import {
  type OperatorClient,
  operatorClient,
  submitLead,
} from '#server/testing/access/operator-client.ts';
import { started, testService, withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { eicar, startClamdStandIn } from '#server/testing/scanning/clamd-stand-in.ts';
import type { TestApp } from '#server/testing/test-app.ts';

const pdf = attachableFiles['statement.pdf'];
const clamd = started(startClamdStandIn);
const brand = { BRAND_NAME: 'Northbank', BRAND_COLOUR: '#0b6b4f' };
const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Returns the form of a browser with these files. */
async function encodeForm(files: Readonly<Record<string, Buffer>>) {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(files))
    form.append('files', new Blob([Uint8Array.from(bytes)]), name);
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}

/** Makes a lead of a broker, for which the lender asks for documents. */
async function askForDocuments(service: TestApp, broker: Person, operator: OperatorClient) {
  const leadId = await submitLead(service, broker, { firstName: 'Pia', lastName: 'Hidden' });
  const document = { kind: 'document', documentType: 'Bank Statements', text: 'From <January>.' };
  const fields = { recordType: 'lead', recordId: leadId, ...document };
  const asked = await operator.send('POST', '/requests', { fields });
  return { leadId, id: asked.json<{ id: string }>().id };
}

/** Makes a link for a client, and returns its path. */
async function makeLink(service: TestApp, person: Person, requestId: string): Promise<string> {
  const made = await service.as(person).post(`/portal/requests/${requestId}/upload-link`);
  return new URL(made.json<{ url: string }>().url).pathname;
}

/** Returns a PDF that differs from others by a number. */
const numbered = (number: number) => Buffer.concat([pdf, Buffer.from(`\n% ${number}\n`)]);

describe.each(databases)('the page of a client on %s', (kind) => {
  const people = withPeople(kind, () => ({
    env: { SCAN_URL: clamd.url, FILES_PER_PERSON_MB: '2', ...brand },
  }));
  const { operator } = people;

  /** Makes a lead with a request for documents, and a link for it. */
  const makeRequest = async () => {
    const { service, broker } = people;
    const asked = await askForDocuments(service, broker, operator);
    return { ...asked, url: await makeLink(service, broker, asked.id) };
  };
  const send = async (url: string, files: Readonly<Record<string, Buffer>>) =>
    people.service.call('POST', url, await encodeForm(files));
  const listed = async (leadId: string) =>
    (await people.service.as(people.broker).get(`/portal/leads/${leadId}/attachments`)).json<
      ListedAttachment[]
    >();
  const requestOn = async (leadId: string) => {
    const path = `/portal/leads/${leadId}/requests`;
    return (await people.service.as(people.broker).get(path)).json<LenderRequest[]>()[0];
  };

  it('shows who asks for what, and nothing of the lead', async () => {
    const { url } = await makeRequest();
    const { body, statusCode } = await people.service.call('GET', url);
    expect(body).toMatch(/--accent:light-dark\(#0b6b4f,.*Northbank<\/header>/s);
    expect(statusCode).toBe(200);
    expect(body).toContain('Bank Statements');
    expect(body).toContain('From &#60;January&#62;.');
    expect(body).toMatch(/Partner \w+ asks you for these documents/);
    expect(body).not.toMatch(/Pia|Hidden|Moss/);
  });

  it('files are on the lead as from the client, in history and audit trail, and news to who made the link', async () => {
    const { service, broker, admin, stranger } = people;
    const { leadId, id, url } = await makeRequest();
    const until = new Date(Date.now() - 60_000).toISOString();
    await service.as(broker).post('/portal/home/read', { until });
    const sent = await send(url, { 'january.pdf': numbered(1), 'Jänner.pdf': numbered(2) });
    expect([sent.statusCode, sent.body]).toEqual([
      200,
      expect.stringMatching(/Received: january\.pdf, Jänner\.pdf\. .* can see them now/),
    ]);
    const files = await listed(leadId);
    expect(files.map(({ fields }) => fields)).toMatchObject([
      { fileName: 'Jänner.pdf', type: 'Bank Statements', isFromClient: true, isOwn: true },
      { fileName: 'january.pdf', type: 'Bank Statements', isFromClient: true, isOwn: true },
    ]);
    const { entries } = (
      await service.as(broker).get(`/portal/leads/${leadId}/history`)
    ).json<HistoryPage>();
    expect(entries.filter((entry) => entry.kind === 'attached')).toMatchObject([
      { file: { fileName: 'Jänner.pdf', isFromClient: true }, who: { name: null } },
      { file: { fileName: 'january.pdf', isFromClient: true }, who: { name: null } },
    ]);
    const home = await service.as(broker).get('/portal/home');
    expect(home.body).toContain(leadId);
    const trail = await service.as(admin).get('/portal/audit?act=client-files-received');
    expect(trail.json<{ entries: AuditEntry[] }>().entries).toMatchObject([
      { actor: { type: 'unknown' }, subject: { type: 'lead', id: leadId }, address: null },
      { actor: { type: 'unknown' }, subject: { type: 'lead', id: leadId }, address: null },
    ]);
    const other = await service.as(stranger).get('/portal/audit?act=client-files-received');
    expect(other.json<{ entries: AuditEntry[] }>().entries).toEqual([]);
    expect(trail.body).not.toContain(url.split('/')[2]);
    expect((await requestOn(leadId))?.id).toBe(id);
  });

  it('they wait until the partner sends them to the lender, and are sent once', async () => {
    const { service, broker } = people;
    const { leadId, id, url } = await makeRequest();
    await send(url, { 'january.pdf': numbered(3) });
    const asOperator = async () =>
      (await operator.send('GET', `/requests/${id}`)).json<OperatorRequest>().fields;
    expect(await requestOn(leadId)).toMatchObject({ state: 'open', files: [{ isUnsent: true }] });
    expect(await asOperator()).toMatchObject({ state: 'open', attachmentIds: [] });
    const answer = async (...attachmentIds: string[]) =>
      service.as(broker).put(`/portal/requests/${id}/answer`, { answer: '', attachmentIds });
    const [first = ''] = (await listed(leadId)).map((file) => file.id);
    // Of what the client sends meanwhile, nobody has seen anything.
    await send(url, { 'february.pdf': numbered(4) });
    const files = [{ isUnsent: false }, { isUnsent: true }];
    for (const response of [await answer(first), await answer(first)])
      expect(response.json()).toMatchObject({ state: 'sent', files });
    expect(await asOperator()).toMatchObject({ state: 'sent', attachmentIds: [first] });
    await answer(...(await listed(leadId)).map((file) => file.id));
    expect((await asOperator()).attachmentIds).toHaveLength(2);
  });

  it('a file that is sent again is there once', async () => {
    const { leadId, url } = await makeRequest();
    for (const name of ['january.pdf', 'january.pdf', 'again.pdf'])
      expect((await send(url, { [name]: pdf })).body).toContain(`Received: ${name}.`);
    expect(await listed(leadId)).toHaveLength(1);
    const { body } = await people.service.call('GET', url);
    expect(body).toMatch(/january\.pdf <span class="soft">received, \d+ KB/);
  });

  it('of several files, each that is wrong says why, and the others are received', async () => {
    const { leadId, url } = await makeRequest();
    const files = { 'good.pdf': pdf, 'setup.exe': Buffer.from('MZ'), 'empty.pdf': Buffer.alloc(0) };
    const { body, statusCode } = await send(url, { ...files, 'virus.csv': eicar });
    expect(statusCode).toBe(200);
    expect(body).toContain('Received: good.pdf. Not received:');
    expect(body).toMatch(/<strong>setup\.exe<\/strong>: This kind of file/);
    expect(body).toContain('<strong>empty.pdf</strong>: This file is empty.');
    expect(body).toContain(
      '<strong>virus.csv</strong>: This file contains a virus (Eicar-Signature).',
    );
    expect(await listed(leadId)).toHaveLength(1);
    expect((await send(url, { 'virus.csv': eicar })).statusCode).toBe(422);
  });

  it('what is too much for the quotas of who made the link is not received', async () => {
    const { service, broker } = people;
    const { leadId, url } = await makeRequest();
    const large = (number: number) => Buffer.concat([numbered(number), Buffer.alloc(1_100 * 1024)]);
    expect((await send(url, { 'large.pdf': large(5) })).statusCode).toBe(200);
    const { body, statusCode } = await send(url, { 'larger.pdf': large(6) });
    expect([statusCode, body]).toEqual([
      422,
      expect.stringContaining('There’s no room for this file. Tell whoever sent the link.'),
    ]);
    expect((await listed(leadId)).map(({ fields }) => fields.fileName)).toEqual(['large.pdf']);
    const own = await service.as(broker).get(`/portal/leads/${leadId}/history`);
    expect(own.body).not.toContain('larger.pdf');
  });

  it('a form without files, or that is none, is a page in plain words', async () => {
    const { url } = await makeRequest();
    const empty = await send(url, { '': Buffer.alloc(0) });
    expect([empty.statusCode, empty.body]).toEqual([200, expect.stringContaining('<form')]);
    const other = await people.service.call('POST', url, { payload: { files: 'none' } });
    expect([other.statusCode, other.headers['content-type'], other.body]).toEqual([
      415,
      'text/html; charset=utf-8',
      expect.stringContaining('No files arrived.'),
    ]);
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.pdf`, pdf]));
    const tooMany = await send(url, many);
    expect([tooMany.statusCode, tooMany.body]).toEqual([
      413,
      expect.stringContaining('Choose 10 files at most'),
    ]);
  });

  it('a withdrawn link takes nothing, and what was sent stays', async () => {
    const { service, broker } = people;
    const { leadId, id, url } = await makeRequest();
    await send(url, { 'january.pdf': numbered(8) });
    await service.as(broker).delete(`/portal/requests/${id}/upload-link`);
    const late = await send(url, { 'february.pdf': numbered(7) });
    expect([late.statusCode, late.body]).toEqual([
      404,
      expect.stringContaining('This link doesn’t work'),
    ]);
    expect((await listed(leadId)).map(({ fields }) => fields.fileName)).toEqual(['january.pdf']);
  });
});

/** A service whose clock is `now`, with a request for documents and the path of its link. */
async function startWithRequest(now: () => Date) {
  const service = await testService({ deps: { now } });
  const broker = await makePerson(service.database.db, 'broker');
  const asked = await askForDocuments(service, broker, await operatorClient(service));
  return {
    service,
    broker,
    leadId: asked.leadId,
    make: async () => makeLink(service, broker, asked.id),
    open: async (url: string) => {
      const { statusCode, body } = await service.call('GET', url);
      return { statusCode, body };
    },
  };
}

it('a link that is guessed, has expired or was withdrawn has the same page; guesses have to wait', async () => {
  let now = new Date();
  const { make, open } = await startWithRequest(() => now);
  const guessed = await open(`/send-files/${'a'.repeat(43)}`);
  expect(guessed.statusCode).toBe(404);
  const withdrawn = await make();
  const expired = await make();
  expect(await open(withdrawn)).toEqual(guessed);
  now = new Date(now.getTime() + weekMs - 1_000);
  expect((await open(expired)).statusCode).toBe(200);
  now = new Date(now.getTime() + 1_000);
  expect(await open(expired)).toEqual(guessed);

  const works = await make();
  const statuses = new Set<number>();
  for (let guess = 0; guess < 110; guess += 1)
    statuses.add((await open(`/send-files/${String(guess).padStart(43, 'g')}`)).statusCode);
  expect([...statuses]).toEqual([404, 429]);
  const waiting = await open(works);
  expect(waiting.statusCode).toBe(429);
  expect(waiting.body).toContain('Too many failed attempts. Try again in');
  // Whoever has the link gets a turn between the guesses.
  now = new Date(now.getTime() + 60_000);
  expect((await open(works)).statusCode).toBe(200);
});

it(`a link takes ${maxFilesByLink} files`, async () => {
  const { service, make, broker, leadId, open } = await startWithRequest(() => new Date());
  const url = await make();
  const send = async (from: number, count: number) => {
    const names = Array.from({ length: count }, (_, at) => from + at);
    const files = names.map((name) => [`${name}.pdf`, numbered(name)] as const);
    return service.call('POST', url, await encodeForm(Object.fromEntries(files)));
  };
  for (let from = 0; from < maxFilesByLink; from += 10)
    expect((await send(from, 10)).statusCode).toBe(200);
  const late = await send(maxFilesByLink, 1);
  expect([late.statusCode, late.body]).toEqual([
    422,
    expect.stringContaining(`This link takes ${maxFilesByLink} files at most.`),
  ]);
  expect((await open(url)).body).not.toContain('<form');
  const listed = await service.as(broker).get(`/portal/leads/${leadId}/attachments`);
  expect(listed.json()).toHaveLength(maxFilesByLink);
});
