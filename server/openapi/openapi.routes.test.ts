import { createHash } from 'node:crypto';

import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { errorBody, errorCodes } from '#contract/v1/errors.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { leadFieldNames } from '#contract/v1/leads.ts';
import { dealSubStatuses } from '#contract/v1/values.ts';
import { makeOperatorKey } from '#server/testing/access/access-credentials.ts';
import { makeTestData, type RecordKind } from '#server/testing/access/access-test-data.ts';
import {
  type OperatorAccess,
  operatorAccessTable,
} from '#server/testing/access/operator-access-table.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { sendCurlLine } from '#server/testing/http-calls.ts';

const service = withService('PostgreSQL', { env: { PUBLIC_URL: 'https://portal.example.test' } });
afterAll(async () => {
  service.app.server.closeAllConnections();
});

const document = async () => (await service.call('GET', '/api/v1/openapi.json')).json();

test('the document is valid OpenAPI 3.1, and every reference in it resolves', async () => {
  const validator = new Validator();
  const result = await validator.validate(await document());
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
  const text = JSON.stringify(await document());
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) =>
    path.split('/'),
  );
  expect(references.length).toBeGreaterThan(50);
  const whole: unknown = await document();
  for (const path of references)
    expect(
      path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), whole),
      path.join('/'),
    ).toBeDefined();
});

test('it has every operation under every path', async () => {
  const { paths, servers } = await document();
  expect(servers).toEqual([{ url: 'https://portal.example.test' }]);
  const reported = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = Object.values(v1).flatMap((endpoint) =>
    [endpoint.path, ...('alsoAt' in endpoint ? endpoint.alsoAt : [])].map(
      (path) => `${endpoint.method} ${path.replace(':id', '{id}')}`,
    ),
  );
  expect(new Set(reported)).toEqual(new Set(expected));
});

test('it describes how to create a lead', async () => {
  const { components, paths } = await document();
  const { fields } = components.schemas.NewLead.properties;
  expect(fields.required).toEqual(['firstName', 'lastName', 'companyName', 'phone']);
  expect(Object.keys(fields.properties)).toEqual(leadFieldNames);
  expect(fields.properties.suitableProducts.items.enum).toEqual([
    'LOC',
    '2nd Mortgage',
    'Business Loan',
  ]);
  expect(fields.properties.phone.examples).toEqual(['+61412345678']);
  const list = paths['/api/v1/lead'].get;
  expect(
    list.parameters.find((one: { name: string }) => one.name === 'pageSize').schema,
  ).toMatchObject({ default: 20, maximum: 100 });
  expect(Object.keys(list.responses[200].headers)).toEqual([
    'RateLimit',
    'RateLimit-Policy',
    'X-Total-Count',
    'Link',
    'Ignored-Parameters',
  ]);
  expect(paths['/api/v1/lead'].post.parameters).toEqual([
    { $ref: '#/components/parameters/IdempotencyKey' },
  ]);
  expect(Object.keys(paths['/api/v1/LEAD/{id}'].patch.responses)).toContain('412');
});

test('the page shows the whole document without scripts, under its own policy', async () => {
  const page = await service.call('GET', '/api/docs');
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-/,
  );
  const style = /<style>([^]*)<\/style>/.exec(page.body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page.headers['content-security-policy']).toContain(
    `default-src 'none'; style-src 'sha256-${hash}'`,
  );
  expect(page.body).not.toMatch(/<script|onclick|javascript:/);
  for (const endpoint of Object.values(v1)) expect(page.body).toContain(endpoint.summary);
  for (const name of [
    ...errorCodes,
    ...leadFieldNames,
    ...leadStatuses,
    ...Object.keys(dealSubStatuses),
  ])
    expect(page.body).toContain(name);
  expect(page.body).not.toMatch(/undefined|\[object|NaN/);
  expect(page.body).toContain('https://portal.example.test/api/v1/lead');
});

test('both documents and pages say what holds for every operation, and name each other', async () => {
  const words = [
    '6,000 requests a minute',
    '24 hours',
    '30 days',
    'an hour',
    'no overlap is needed',
  ];
  for (const [path, docs, other] of [
    ['/api/v1/openapi.json', '/api/docs', '/operator/v1/docs'],
    ['/operator/v1/openapi.json', '/operator/v1/docs', '/api/docs'],
  ] as const) {
    const { info } = (await service.call('GET', path)).json();
    const page = (await service.call('GET', docs)).body;
    for (const word of [...words, other]) {
      expect(info.description).toContain(word);
      expect(page).toContain(word);
    }
    expect(page).toContain(`<a href="${other}">`);
  }
  const { info } = (await service.call('GET', '/operator/v1/openapi.json')).json();
  expect(info.description).toContain('1,000 operations');
});

test('every response has an example, which fits the contract and has values of a lead', async () => {
  const all = [
    ['/api/v1/openapi.json', Object.values<Endpoint>(v1)],
    ['/operator/v1/openapi.json', Object.values<Endpoint>(operator)],
  ] as const;
  for (const [address, endpoints] of all) {
    const { paths, components } = (await service.call('GET', address)).json();
    for (const { id, method, path, response } of endpoints) {
      const operation = paths[path.replace(':id', '{id}')][method.toLowerCase()];
      expect(operation.description, id).toMatch(/\.$/);
      if (!response) continue;
      const { example } = operation.responses[200].content['application/json'];
      expect(z.safeParse(response, example).error, id).toBeUndefined();
    }
    for (const { content } of Object.values<{ content: object }>(components.responses)) {
      const { example } = Reflect.get(content, 'application/json');
      expect(z.safeParse(errorBody, example).error).toBeUndefined();
    }
  }
  const { paths } = await document();
  const lead = paths['/api/v1/lead/{id}'].get.responses[200].content['application/json'].example;
  expect(lead.fields).toMatchObject({ firstName: 'Aroha', status: 'New', tradingName: '' });
  const page = (await service.call('GET', '/api/docs')).body;
  expect(page).toContain('Minimum 1, default 1.');
  expect(page).toContain('&#34;companyName&#34;: &#34;Kauri Joinery&#34;');
});

test('the document lists the codes of errors, without closing the list', async () => {
  const { components } = await document();
  const { required, properties } = components.schemas.Error;
  expect(required).toEqual(['error', 'code']);
  expect(properties.code.enum).toBeUndefined();
  for (const code of errorCodes) expect(properties.code.description).toContain(` ${code}`);
});

test('every curl line of both pages succeeds', async () => {
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const data = await makeTestData(service);
  const { apiKey, partnerId, contactId } = data.callers.broker;
  const idOf = (recordType: RecordKind) => data.idOf(recordType, 'own', 'broker');
  const tables: Readonly<Record<string, OperatorAccess>> = operatorAccessTable;
  const ids = {
    LEAD_ID: idOf('lead'),
    DEAL_ID: idOf('deal'),
    PARTNER_ID: partnerId ?? '',
    CONTACT_ID: contactId ?? '',
  };
  for (const [docs, key, endpoints] of [
    ['/api/docs', apiKey, v1],
    ['/operator/v1/docs', await makeOperatorKey(service.database.db), operator],
  ] as const) {
    const { body } = await service.call('GET', docs);
    const lines = body.matchAll(/<section id="(\w+)">(?:(?!<\/section>)[^])*?<code>(curl [^<]*)/g);
    const responses: Record<string, string> = {};
    for (const [, operation = '', escaped = ''] of lines) {
      const line = escaped
        .replaceAll(/&#(\d+);/g, (_, sign: string) => String.fromCharCode(Number(sign)))
        .replace('https://portal.example.test', origin);
      const id = idOf(tables[operation]?.recordType ?? 'deal');
      const response = await sendCurlLine(line, { ...ids, ID: id, API_KEY: key });
      const errors = /"error".*/.exec(await response.text())?.[0] ?? '';
      responses[operation] = `${response.status}${errors}`;
    }
    const names = ['start', ...Object.keys(endpoints)];
    expect(responses).toEqual(Object.fromEntries(names.map((name) => [name, '200'])));
  }
});
