import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';

import { unguardCell } from '#contract/bulk-upload/csv-text.ts';
import { validateRow } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { LeadRow } from '#server/leads/leads.store.ts';
import { creations, storedFieldsOf } from '#server/testing/arbitrary/arbitrary-leads.ts';

import { leadFile } from './export-file.ts';

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
      const fields = storedFieldsOf(given);
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
