import { csvLine, guardCell } from '#contract/bulk-upload/csv-text.ts';
import { type TemplateColumn, templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { furtherLeadLabels } from '#contract/portal/exports.ts';
import { listKeys } from '#contract/typed-objects.ts';
import { presentLead } from '#server/leads/leads.presenter.ts';
import type { LeadRow } from '#server/records/record-types.ts';

/** A file of records: its first line, and the line of each record. */
export interface ExportFile<Row> {
  readonly header: string;
  readonly lineOf: (row: Row) => string;
}

/** The template's columns, each with its field and, of an address, the part. */
const templateCells = templateColumns.map((column) => {
  const [field = '', part] = column.name.split('.');
  return { column, field, part };
});
const furtherNames = listKeys(furtherLeadLabels);
const noLinks = { bankStatementsUpdateLink: '', applicationLink: '' };

/**
 * Returns the file of leads: the columns of the upload's template first, so that the file can be
 * uploaded again, then the rest by its labels.
 */
export const leadFile: ExportFile<LeadRow> = {
  header: csvLine([
    ...templateColumns.map(({ name }) => name),
    ...Object.values(furtherLeadLabels),
  ]),
  lineOf(row) {
    const { fields } = presentLead(row, noLinks);
    const input: Readonly<Record<string, unknown>> = {
      ...row.fields,
      brokerId: row.partner_id,
      brokerRepId: row.contact_id,
    };
    const template = templateCells.map(({ column, field, part }) =>
      guardCell(column, cellText(part === undefined ? input[field] : readPart(input[field], part))),
    );
    const further: Readonly<Record<string, unknown>> = {
      ...fields,
      id: row.id,
      partner: row.partner_name,
      contact: `${row.contact_first_name} ${row.contact_last_name}`.trim(),
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
    return csvLine([...template, ...furtherNames.map((name) => safeCell(further[name]))]);
  },
};

/** Returns a value as a cell that no spreadsheet runs; a valid one of its column is unchanged. */
export function safeCell(value: unknown, column: TemplateColumn | null = null): string {
  return guardCell(column, cellText(value));
}

function readPart(address: unknown, part: string): unknown {
  return typeof address === 'object' && address !== null ? Reflect.get(address, part) : '';
}

/** Returns a stored value as the text of a cell; the values of a list as the upload reads them. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellText).join(';');
  if (typeof value === 'object')
    return Object.values(value).map(cellText).filter(Boolean).join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
