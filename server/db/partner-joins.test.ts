import { readFileSync } from 'node:fs';

import pg from 'pg';
import { expect, test, vi } from 'vitest';

import { withPeople } from '#server/testing/access/with-people.ts';
import { endpointCalls } from '#server/testing/bounds/endpoint-calls.ts';
import { findPartnerlessJoins } from '#server/testing/database/partner-joins.ts';

import { newId } from './ids.ts';

/** The column with the partner of each table that docs/scale.md distributes by partner. */
const partners = new Map(
  [
    ...readFileSync('docs/scale.md', 'utf8').matchAll(/^\| `(\w+)` +\| by partner +\| `(\w+)`/gm),
  ].map(([, table = '', column = '']) => [table, column]),
);
/** By which a list finds the leads of an upload, as docs/scale.md says. */
const ofUpload = /select u.lead_id from bulk_upload_rows as u where u.upload_id = \$\d+/g;

const { service, broker, admin, support } = withPeople();

test('tables of records are joined by their partner as well', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  for (const { endpoint, path, credentials, body } of await endpointCalls(service)) {
    const payload = body === undefined ? {} : { payload: body as object };
    await service.call(endpoint.method, path, { headers: credentials, ...payload });
  }
  const filters = [
    'q=smith',
    'hasAttachments=yes',
    `bulkUploadId=${newId()}`,
    'changedSince=P7D',
    'hasFollowUp=no',
    'hasFollowUp=yes&sort=followUp',
  ];
  const lists = ['', ...filters.map((filter) => `?${filter}`)];
  for (const person of [broker, admin, support])
    for (const path of ['/api/v1/lead', '/api/v1/deal'].flatMap((list) =>
      lists.map((one) => list + one),
    ))
      await service.call('GET', path, { headers: person.bearer });
  const texts = query.mock.calls.map(([sent]: readonly unknown[]) =>
    typeof sent === 'string' ? sent : String(Object(sent).text),
  );
  const statements = [...new Set(texts)];
  // Far fewer would mean that the calls no longer reach the statements that this test is about.
  expect(statements.filter((text) => text.includes('join')).length).toBeGreaterThan(25);
  const found = statements.flatMap((text) => {
    const joins = findPartnerlessJoins(text.replaceAll(ofUpload, 'select'), partners);
    return joins.length > 0 ? [`${joins.join(', ')}: ${text.replaceAll(/\s+/g, ' ')}`] : [];
  });
  expect(found).toEqual([]);
});

test.each([
  'select from leads as l join deals as d on d.id = l.converted_deal_id',
  'select from leads as l join deals as d on d.id = l.converted_deal_id and d.partner_id = $1',
  'select l.partner_id, d.partner_id from leads as l, deals as d where d.id = l.converted_deal_id',
  'select from deals as r where exists (select from leads as l where l.converted_deal_id = r.id)',
  'select from attachments where lead_id in (select id from leads)',
  'with a as (select from deals as r left join leads on leads.converted_deal_id = r.id) select from a',
  'delete from attachments using leads where leads.id = lead_id',
  'select from (select * from leads offset 0) as r where r.id in (select lead_id from attachments)',
])('“%s” is found', (statement) => {
  expect(findPartnerlessJoins(statement, partners)).not.toEqual([]);
});

test.each([
  'select from leads as l join deals as d on (d.id, d.partner_id) = (l.converted_deal_id, l.partner_id)',
  'select from leads join accounts on accounts.id = leads.created_by',
  'select from leads union all select from deals',
  'select from bulk_upload_edits join bulk_upload_rows using (upload_id, row_number, partner_id)',
  'select from deals as r where exists (select from leads as l where l.partner_id = r.partner_id and l.converted_deal_id = r.id)',
  'with leads as (select 1) select from deals join leads on true',
  'select from leads where id = (select lead_id from attachments where id = $1)',
])('“%s” is not', (statement) => {
  expect(findPartnerlessJoins(statement, partners)).toEqual([]);
});
