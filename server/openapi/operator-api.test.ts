import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

import type { Endpoint } from '#contract/endpoint.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { withService } from '#server/testing/access/with-people.ts';

const endpoints: readonly Endpoint[] = Object.values(operator);
const service = withService();

const document = async () => (await service.call('GET', '/operator/v1/openapi.json')).json();

test('the operator’s document is valid OpenAPI 3.1, and has every operation', async () => {
  const validator = new Validator();
  const result = await validator.validate(await document());
  expect(result.errors ?? []).toEqual([]);
  expect(validator.version).toBe('3.1');
  const { paths } = await document();
  const reported = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(reported.toSorted()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path.replace(':id', '{id}')}`).toSorted(),
  );
});

test('every reference resolves, and no schema of the partners’ interface is left over', async () => {
  const whole: unknown = await document();
  const text = JSON.stringify(whole);
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  for (const path of references)
    expect(
      path.split('/').reduce<unknown>((part, name) => Reflect.get(Object(part), name), whole),
      path,
    ).toBeDefined();
  const { components } = await document();
  expect(Object.keys(components.schemas)).toContain('LeadStateUpdate');
  expect(Object.keys(components.schemas)).not.toContain('NewLead');
  const partners = (await service.call('GET', '/api/v1/openapi.json')).json();
  expect(JSON.stringify(partners.paths)).not.toContain('operator/v1');
});

test('it says what is required, what may be sent again and what has a version', async () => {
  const { components, paths } = await document();
  const { fields } = components.schemas.NewDeal.properties;
  expect(fields.required).toEqual(['name', 'brokerRepId']);
  expect(fields.properties.subStatus.enum).toContain('Offer Made');
  const namesOf = (operation: { parameters: { $ref?: string; name?: string }[] }) =>
    operation.parameters.map(({ $ref, name }) => name ?? $ref?.split('/').at(-1));
  expect(namesOf(paths['/operator/v1/leads/{id}/conversion'].post)).toEqual([
    'id',
    'IdempotencyKey',
    'IfMatch',
  ]);
  expect(namesOf(paths['/operator/v1/deals/{id}'].patch)).toEqual(['id', 'IfMatch']);
  expect(namesOf(paths['/operator/v1/leads'].get)).toContain('partnerId');
  const conversion = paths['/operator/v1/leads/{id}/conversion'].post.responses;
  expect(conversion[200].headers).not.toHaveProperty('ETag');
  expect(Object.keys(conversion)).toContain('409');
});

test('the page for people shows all of it, without scripts, with an example of each', async () => {
  const page = await service.call('GET', '/operator/v1/docs');
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['content-security-policy']).toContain(
    "default-src 'none'; style-src 'sha256-",
  );
  expect(page.body).not.toMatch(/<script|undefined|\[object|NaN/);
  for (const { summary } of endpoints) expect(page.body).toContain(summary.replaceAll('<', '&lt;'));
  const withBody = endpoints.filter(({ body }) => body !== undefined).length;
  expect([...page.body.matchAll(/-d (?:'|&#39;)\{/g)]).toHaveLength(withBody);
});
