import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { v1 } from '#contract/v1/endpoints.ts';
import { withPeople, testService } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

import { timeoutsMs } from './documents.ts';

const defaults = { ...timeoutsMs };
// A busy machine takes many times as long.
beforeAll(() => Object.assign(timeoutsMs, { records: 60_000 }));
afterAll(() => Object.assign(timeoutsMs, defaults));

const folder = await mkdtemp(path.join(tmpdir(), 'portal-documents-'));
afterAll(async () => rm(folder, { recursive: true }));
// Renders its input; src/hydration/server-render.test.tsx tests what the portal renders.
const rendering = `export const renderOnServer = ({ address, session, list, home, languages, timeZone }) => {
  if (address === '/leads?page=7') throw new Error('not rendered');
  const count = list ? JSON.parse(list.body).length : home ? JSON.parse(home.body).todo.leads : 'none';
  return [address, session.account.role, count, languages, timeZone].join(' ');
};
export const homeAddress = ({ timeZone }) => timeZone && '/portal/home?today=2026-11-30';`;
const files: Readonly<Record<string, string>> = {
  'index.html': '<head></head><body><div id="root"></div><script>1;</script></body>',
  '.vite/manifest.json': '{"src/pages/deals.tsx":{"imports":["_a"]},"_a":{"css":["assets/a.css"]}}',
  'assets/a.css': 'a{color:red}',
  '.service/server-render.js': rendering,
};
for (const [name, text] of Object.entries(files)) {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), text);
}

const { service, broker, colleague, stranger, support } = withPeople('PostgreSQL', {
  deps: { portalFolder: folder },
});
const name = '</script><script>alert(1)</script><!--';
beforeAll(async () => {
  const fields = { firstName: name, lastName: 'Brook', companyName: 'Co', phone: '+61400000001' };
  await service.as(broker).post(v1.createLead.path, { fields });
});

const open = async (address: string, headers: Readonly<Record<string, string>> = {}) =>
  service.call('GET', address, { headers });

/** Returns the rendered parts of a document, and the responses in it. */
function parts(html: string) {
  const json = /<script type="application\/json" id="first-responses">(.*?)<\/script>/s.exec(html);
  const responses: Readonly<Record<string, { body: string }>> = JSON.parse(json?.[1] ?? '{}');
  return {
    outline: /<div id="outline">(.*?)<\/div>/s.exec(html)?.[1],
    rendered: /<div id="root">(.*?)<\/div>/s.exec(html)?.[1],
    session: responses['GET /portal/session']?.body,
    list: responses['GET /portal/leads?page=1&pageSize=20']?.body,
    rest: html.replace(json?.[0] ?? '', ''),
  };
}

describe('the document of a list', () => {
  test('has the page, and the responses that its browser would get', async () => {
    const headers = {
      ...broker.session,
      'accept-language': 'de-CH, en;q=0.5, *;q=0.1',
      cookie: `${broker.session.cookie}; portal-time-zone=Europe/Zurich`,
    };
    const document = await open('/leads', headers);
    const { rendered, session, list, rest } = parts(document.body);
    expect(rendered).toBe('/leads broker 1 de-CH,en Europe/Zurich');
    const requested = await service.as(broker).get('/portal/leads?page=1&pageSize=20');
    expect(list).toBe(requested.body);
    expect(session).toBe((await service.as(broker).get('/portal/session')).body);
    expect(rest).not.toContain('alert');
    expect(document.body).not.toMatch(/accessToken|portal-session/);
    expect(document.headers).toMatchObject({
      'cache-control': 'no-store',
      vary: 'cookie, accept-encoding',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  test.each([
    ['a colleague who is a broker', () => colleague, '/leads broker 0  '],
    ['another partner', () => stranger, '/leads partner-admin 0  '],
    ['support', () => support, '/leads support 1  '],
  ])('has the leads that %s may see', async (_, person, rendered) => {
    expect(parts((await open('/leads', person().session)).body).rendered).toBe(rendered);
  });

  test('of deals has the styles of its page, which its policy allows', async () => {
    const { body, headers } = await open('/deals?page=1', broker.session);
    expect(body).toContain('<style>a{color:red}</style></head>');
    expect(parts(body).rendered).toBe('/deals?page=1 broker 0  ');
    expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-\S+';/);
  });

  test('is sent compressed', async () => {
    const compressed = await open('/leads', { ...broker.session, 'accept-encoding': 'br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toContain('/leads broker 1');
  });

  test('has the outline where filters are set, and no time zone that there is none of', async () => {
    const cookie = `${broker.session.cookie}; portal-time-zone=Nowhere/Else`;
    const { outline, rendered, session, list } = parts(
      (await open('/leads?sort=updatedAt', { cookie })).body,
    );
    expect([outline, rendered, list]).toEqual([
      '/leads?sort=updatedAt broker none  ',
      '',
      undefined,
    ]);
    expect(session).toContain('broker');
    const searched = parts((await open('/leads?q=a', { cookie })).body);
    expect([searched.outline, searched.rendered, searched.session]).toEqual([
      undefined,
      '',
      session,
    ]);
  });

  test('has the responses where the page can’t be rendered', async () => {
    const { rendered, session } = parts((await open('/leads?page=7', broker.session)).body);
    expect([rendered, session !== undefined]).toEqual(['', true]);
  });
});

test('the home page comes with its rows, also at the address that leads to it', async () => {
  const cookie = `${broker.session.cookie}; portal-time-zone=Europe/Zurich`;
  for (const address of ['/home', '/']) {
    const { body } = await open(address, { cookie });
    expect(parts(body).rendered).toBe('/home broker 0  Europe/Zurich');
    expect(body).toContain('"GET /portal/home?today=2026-11-30"');
    // Whose day it is, is not known: the outline alone.
    const { outline, rendered, session } = parts((await open(address, broker.session)).body);
    expect([outline, rendered]).toEqual(['/home broker none  ', '']);
    expect(session).toContain('broker');
  }
  const inFront = await testService({
    env: { UPSTREAM_URL: 'http://127.0.0.1:9' },
    deps: { portalFolder: folder },
  });
  const person = await makePerson(inFront.database.db, 'broker');
  const { body } = await inFront.call('GET', '/', { headers: person.session });
  expect([parts(body).outline, parts(body).session !== undefined]).toEqual([undefined, true]);
});

test('nobody else’s document has anything personal', async () => {
  const response = await open('/leads');
  expect([response.body, response.headers['cache-control'], response.headers.vary]).toEqual([
    files['index.html'],
    'no-cache',
    'cookie, accept-encoding',
  ]);
  const expired = await open('/leads', { cookie: 'portal-session=expired' });
  expect([expired.body, expired.headers['cache-control']]).toEqual([
    files['index.html'],
    'no-store',
  ]);
  expect((await open('/profile', broker.session)).body).toBe(files['index.html']);
});

test('over https the time zone is that of the cookie which other hosts can’t set', async () => {
  const secure = await testService({
    env: { PUBLIC_URL: 'https://portal.example.com' },
    deps: { portalFolder: folder },
  });
  const person = await makePerson(secure.database.db, 'broker');
  const cookie = `__Host-${person.session.cookie}; portal-time-zone=Asia/Tokyo; __Host-portal-time-zone=Europe/Zurich`;
  const { body } = await secure.call('GET', '/leads', { headers: { cookie } });
  expect(parts(body).rendered).toBe('/leads broker 0  Europe/Zurich');
});

describe('without its records', () => {
  test('the document comes with the outline where they can’t be read', async () => {
    await service.database.pool.query('alter table leads rename to leads_away');
    const { outline, rendered, list } = parts((await open('/leads', broker.session)).body);
    await service.database.pool.query('alter table leads_away rename to leads');
    expect([outline, rendered, list]).toEqual(['/leads broker none  ', '', undefined]);
  });

  test('the document ends, with the outline at once, while they are read for too long', async () => {
    // A busy machine takes more than a second for the session alone.
    Object.assign(timeoutsMs, { ...defaults, records: 5_000 });
    const client = await service.database.pool.connect();
    await client.query('begin; lock table leads in access exclusive mode');
    const { outline, rendered, list } = parts((await open('/leads', broker.session)).body);
    await client.query('rollback');
    client.release();
    expect([outline, rendered, list]).toEqual(['/leads broker none  ', '', undefined]);
  });
});
