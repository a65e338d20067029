import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';

import { unguardCell } from '#contract/bulk-upload/csv-text.ts';
import { validateRow } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { dealLabels } from '#contract/v1/deals.ts';
import type { LeadRow } from '#server/records/records.store.ts';
import { testService } from '#server/testing/access/with-people.ts';
import { creations, toStoredFields } from '#server/testing/arbitrary/arbitrary-leads.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';
import { makePerson } from '#server/testing/people.ts';
import { recognise } from '#src/bulk-upload/reader/recognise-file.ts';
import { readFileRows } from '#src/bulk-upload/reader/row-reader.ts';

import { dealFile, leadFile } from './export-file.ts';

const at = new Date('2026-03-01T00:00:00Z');
const row: Omit<LeadRow, 'fields'> = {
  id: 'lead1',
  partner_id: 'partner1',
  partner_name: 'Partner',
  contact_id: 'contact1',
  contact_first_name: 'Pat',
  contact_last_name: 'Moss',
  status: 'New',
  sub_status: 'Received',
  status_since: at,
  sub_status_since: at,
  last_activity_at: null,
  last_call_at: null,
  calls_made: 0,
  created_at: at,
  created_by: 'account1',
  created_via: 'portal',
  updated_at: at,
  updated_by: 'account1',
  version: 1,
  operator_fields: {},
  converted_deal_id: null,
};
const context = { partnerId: row.partner_id, contactIds: new Set([row.contact_id]) };

it('whatever a lead has comes back from its line', () => {
  fc.assert(
    fc.property(creations, (given) => {
      const fields = toStoredFields(given);
      const [cells = []] = Papa.parse<string[]>(leadFile.lineOf({ ...row, fields }), {
        delimiter: ',',
      }).data;
      expect(validateRow(cells.slice(0, templateColumns.length).map(unguardCell), context)).toEqual(
        { fields: { ...fields, brokerId: row.partner_id, brokerRepId: row.contact_id } },
      );
    }),
    { numRuns: 300 },
  );
});

const starts = [...Array.from("=+-@＝＋－＠'\u202E\t\r"), ';=', "''=", '\u200B='];
const awkward = fc
  .tuple(
    fc.constantFrom('', ...starts),
    fc.string({
      unit: fc.oneof(
        fc.constantFrom(...starts, '"', ',', ';', '\n', '\r\n', 'é', 'ā', 'ễ', '€', '語'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 6,
    }),
  )
  .map((parts) => parts.join('').toWellFormed().replaceAll('\0', ''));
const texts = ['firstName', 'lastName', 'companyName', 'notes'] as const;

it('an export comes back unchanged when it is chosen as a bulk upload, whatever its texts are', async () => {
  const service = await testService();
  const { db } = service.database;
  const lead = fc.record(Object.fromEntries(texts.map((name) => [name, awkward])));
  await fc.assert(
    fc.asyncProperty(fc.array(lead, { minLength: 1, maxLength: 100 }), async (leads) => {
      const broker = await makePerson(db, 'broker');
      const headers = broker.session;
      // Inserted, because the interface no longer accepts all that an earlier release stored.
      await insertListedLeads(db, broker, leads.length, (index) => ({ fields: leads[index] }));
      const payload = { list: 'leads', query: '' };
      const created = await service.call('POST', '/portal/exports', { headers, payload });
      const url = `/portal/exports/${created.json<{ id: string }>().id}/file`;
      const { rawPayload } = await service.call('GET', url, { headers });

      const file = new File([new Uint8Array(rawPayload)], 'leads.csv');
      const { parseOptions } = await recognise(file);
      const rows: (readonly string[])[] = [];
      await readFileRows(file, parseOptions!, (slice) => rows.push(...slice.rows));
      const columns = texts.map((text) => templateColumns.findIndex(({ name }) => name === text));
      expect(rows.map((cells) => columns.map((column) => cells[column]))).toEqual(
        leads.toReversed().map((fields) => texts.map((name) => fields[name])),
      );
    }),
    { numRuns: 10 },
  );
});

const headerFor = (isSupport: boolean) =>
  Papa.parse<string[]>(dealFile(isSupport).header, { skipEmptyLines: true }).data[0] ?? [];
const header = headerFor(false);

it('a file of deals has every field by its label, once', () => {
  expect(header).toEqual(expect.arrayContaining(Object.values(dealLabels)));
  expect(new Set(header).size).toBe(header.length);
});

it('a file of deals begins with what people look for, and ends with the ids', () => {
  const first = 'Deal,Status,Status since,Sub-status,Sub-status since,Customer,Client,Company name';
  expect(header.slice(0, 8)).toEqual(first.split(','));
  const isId = (label: string) => /\bIDs?$/.test(label);
  expect(header.slice(header.findIndex(isId)).filter((label) => !isId(label))).toEqual([]);
  expect(header.filter(isId)).toHaveLength(8);
});

it('the reference of a deal is the partner’s to support staff, to whom all else has the same label', () => {
  const others = header.map((label) => (label === 'Your reference' ? 'Partner reference' : label));
  expect(others).not.toEqual(header);
  expect(headerFor(true)).toEqual(others);
});
