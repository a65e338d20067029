import path from 'node:path';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { connected, type ExportStage } from './export-stage.ts';

/** Columns of a file after those of the template, as the database has them. */
const further = [
  'leads.id',
  'status',
  'status_since',
  'sub_status',
  'sub_status_since',
  'last_activity_at',
  'created_via',
  'converted_deal_id',
  'calls_made',
  'last_call_at',
  'partners.name',
  'contacts.first_name',
  'contacts.last_name',
  'leads.created_at',
  'leads.updated_at',
];

/** Copies the columns of an export to a file by one statement. Returns the seconds. */
export async function copyLeads(stage: ExportStage): Promise<number> {
  const template = templateColumns.map(({ name }) => `fields #>> '{${name.replace('.', ',')}}'`);
  const file = path.join(stage.folder, 'copied.csv');
  return connected(stage, async (client) => {
    const began = performance.now();
    await client.query(`
      copy (
        select ${[...template, ...further].join(', ')}
        from leads join contacts on contacts.id = contact_id join partners on partners.id = leads.partner_id
        where leads.partner_id = '${stage.admin.partnerId}' order by leads.created_at desc, leads.id desc
      ) to '${file}' with (format csv)`);
    return (performance.now() - began) / 1000;
  });
}
