import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { ChangePreview, ChangeResult } from '#contract/portal/bulk-changes.ts';
import { uploadRows } from '#server/testing/bulk-upload-test-data.ts';
import type { HttpCall, HttpCaller } from '#server/testing/http-calls.ts';
import { leadBody } from '#server/testing/leads/lead-load.ts';
import { type Person, testPassword } from '#server/testing/people.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';

/** Who sends the traffic: people of one partner, a member of support, a program of the operator. */
export interface Senders {
  readonly admin: Person;
  readonly brokers: readonly Person[];
  readonly support: Person;
  readonly operatorKey: string;
}

/** What a sender does again and again; `everyMs`: the time from one beginning to the next. */
export interface Activity {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

const fileBytes = 100_000;
const uploadedRows = 100;
const changedLeads = 50;
const searchedWords = ['chloe', 'acorn trading', 'grove', '0004711', 'birch'];

/**
 * Returns what people and programs do in an hour of a busy day, in all kinds of requests: lists,
 * pages, searches, home, numbers of deals, records; new leads, repeated, changed by the operator,
 * with files; exports, bulk uploads and bulk changes; signing in and out. Every response has to be
 * the expected one.
 */
export function makeActivities(http: HttpCaller, senders: Senders): readonly Activity[] {
  const { admin, brokers, support } = senders;
  const recent: string[] = [];
  const call = async (method: string, path: string, rest: Omit<HttpCall, 'method' | 'path'>) => {
    const response = await http.call({ method, path, ...rest });
    if (response.statusCode >= 400)
      throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`);
    return response;
  };
  const send = async (method: string, path: string, headers: object, body: object) => {
    const json = { ...headers, 'content-type': 'application/json' };
    return call(method, path, { headers: json, body: JSON.stringify(body) });
  };
  const read = async (path: string, headers: Readonly<Record<string, string>>) =>
    call('GET', path, { headers });
  const createLead = async ({ bearer }: Person) => {
    const reference = randomUUID();
    const headers = { ...bearer, 'content-type': 'application/json', 'idempotency-key': reference };
    const create = async () => call('POST', '/api/v1/lead', { headers, body: leadBody(reference) });
    const { id } = JSON.parse((await create()).body) as { id: string };
    const repeated = JSON.parse((await create()).body) as { id: string };
    if (repeated.id !== id) throw new Error('A repeated request made another lead.');
    recent.push(id);
    if (recent.length > 1_000) recent.shift();
    return id;
  };
  const attach = async () => {
    const files = {
      'statement.pdf': Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(fileBytes, 7)]),
    };
    const leadId = await createLead(admin);
    const { payload: body, contentType } = await multipart(uploadParts(leadId, files));
    await call('POST', '/api/v1/attachment', {
      headers: { ...admin.bearer, 'content-type': contentType },
      body,
    });
    const listed = await read(`/portal/leads/${leadId}/attachments`, admin.session);
    for (const { id } of JSON.parse(listed.body) as { id: string }[])
      await read(`/portal/attachments/${id}/file`, admin.session);
  };
  const setStatus = async () => {
    const authorization = `Bearer ${senders.operatorKey}`;
    const id = recent.length > 0 ? pick(recent) : await createLead(admin);
    const status = pick(['New', 'Attempting Contact', 'Work in progress', 'With Broker']);
    await send('PATCH', `/operator/v1/leads/${id}`, { authorization }, { fields: { status } });
  };
  const exportFew = async () => {
    const body = { list: 'leads', query: 'q=chloe+grove&status=New' };
    const { id } = JSON.parse(
      (
        await send(
          'POST',
          '/portal/exports',
          { ...admin.session, 'idempotency-key': randomUUID() },
          body,
        )
      ).body,
    ) as { id: string };
    await read(`/portal/exports/${id}/file`, admin.session);
  };
  const uploadRowsOfFile = async () => {
    const file = {
      contentHash: randomBytes(32).toString('hex'),
      fileName: 'leads.csv',
      size: 50_000,
    };
    const opened = await send('POST', '/portal/bulk-uploads', admin.session, file);
    const { upload } = JSON.parse(opened.body) as { upload: { id: string } };
    const url = `/portal/bulk-uploads/${upload.id}`;
    const rows = uploadRows(2, uploadedRows + 1);
    await send('PUT', `${url}/state`, admin.session, { state: 'submitting', read: uploadedRows });
    await send('POST', `${url}/rows`, admin.session, { rows, leftOut: [] });
    await send('PUT', `${url}/state`, admin.session, { state: 'finished', read: uploadedRows });
    await read(`${url}/rows?pageSize=100`, admin.session);
  };
  const changeMany = async () => {
    if (recent.length < changedLeads) return;
    const body = {
      selection: { ids: recent.slice(-changedLeads) },
      change: { kind: 'add-note', note: 'Call again.' },
    };
    const address = '/portal/bulk-changes';
    const post = async (path: string, payload: object) =>
      JSON.parse((await send('POST', `${address}${path}`, admin.session, payload)).body);
    const { previewedAt } = (await post('/preview', body)) as ChangePreview;
    const { id } = (await post('', { ...body, previewedAt })) as ChangeResult;
    await post(`/${id}/undo`, {});
  };
  const signInAndOut = async () => {
    const credentials = { email: pick(brokers).email, password: testPassword };
    const response = await send('POST', '/portal/session', {}, credentials);
    const [cookie = ''] = (response.headers['set-cookie']?.[0] ?? '').split(';');
    await read('/portal/session', { cookie });
    await call('DELETE', '/portal/session', { headers: { cookie } });
  };
  return [
    {
      name: 'page 1',
      everyMs: 50,
      run: async () => read('/api/v1/lead?page=1', pick(brokers).bearer),
    },
    {
      name: 'page 1 of support',
      everyMs: 200,
      run: async () => read('/api/v1/lead?page=1', support.bearer),
    },
    {
      name: 'another page',
      everyMs: 200,
      run: async () => read(`/api/v1/lead?page=${pick([2, 3, 50, 2_000])}`, admin.bearer),
    },
    {
      name: 'filter',
      everyMs: 200,
      run: async () => read('/api/v1/lead?status=New&sort=-updatedAt', admin.bearer),
    },
    {
      name: 'search',
      everyMs: 500,
      run: async () => send('POST', '/portal/search', admin.session, { q: pick(searchedWords) }),
    },
    {
      name: 'home',
      everyMs: 200,
      run: async () => read('/portal/home', pick([admin, support, ...brokers]).session),
    },
    {
      name: 'pipeline',
      everyMs: 1_000,
      run: async () => read('/portal/deals/groups?by=status', admin.session),
    },
    {
      name: 'record',
      everyMs: 200,
      run: async () =>
        recent.length > 0 ? read(`/api/v1/lead/${pick(recent)}`, admin.bearer) : undefined,
    },
    { name: 'new lead', everyMs: 200, run: async () => createLead(pick(brokers)) },
    { name: 'status', everyMs: 250, run: setStatus },
    { name: 'file', everyMs: 2_000, run: attach },
    { name: 'export', everyMs: 10_000, run: exportFew },
    { name: 'bulk upload', everyMs: 20_000, run: uploadRowsOfFile },
    { name: 'bulk change', everyMs: 15_000, run: changeMany },
    { name: 'sign-in', everyMs: 2_000, run: signInAndOut },
  ];
}

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)]!;
}

/** What became of an activity. */
export interface Outcome {
  readonly name: string;
  /** The milliseconds of each, in order. */
  readonly ms: number[];
  readonly errors: string[];
}

/**
 * Repeats every activity until a time. One that takes longer than its interval is not sent twice
 * at once.
 */
export async function repeatUntil(
  end: number,
  activities: readonly Activity[],
): Promise<readonly Outcome[]> {
  return Promise.all(
    activities.map(async ({ name, everyMs, run }) => {
      const outcome: Outcome = { name, ms: [], errors: [] };
      for (let next = Date.now(); next < end; next = Math.max(next + everyMs, Date.now())) {
        await wait(Math.max(0, next - Date.now()));
        const begin = performance.now();
        try {
          await run();
          outcome.ms.push(performance.now() - begin);
        } catch (error) {
          outcome.errors.push(String(error));
        }
      }
      return outcome;
    }),
  );
}
