import { csvLine, guardCell } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { dealLabels, dealResponseFields } from '#contract/v1/deals.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { presentDeal } from '#server/deals/deals.presenter.ts';
import type { DealRow } from '#server/deals/deals.store.ts';
import { presentLead } from '#server/leads/leads.presenter.ts';
import type { LeadRow } from '#server/leads/leads.store.ts';

/** A file of records: its first line, and the line of each record. */
export interface ExportFile<Row> {
  readonly header: string;
  readonly lineOf: (row: Row) => string;
}

/** What a lead has besides the template's columns, as it is called on screen. */
const furtherLeadNames = [
  'status',
  'statusSinceDate',
  'subStatus',
  'subStatusSinceDate',
  'lastActivityDate',
  'leadSource',
  'convertedDealId',
  'numberOfCallsMade',
  'lastCallDate',
] as const;

const templateNames = templateColumns.map(({ name }) => name);
const noLinks = { bankStatementsUpdateLink: '', applicationLink: '' };

/**
 * Returns the file of leads: the columns of the upload's template first, so that the file can be
 * uploaded again, then the rest by its labels.
 */
export const leadFile: ExportFile<LeadRow> = {
  header: csvLine([
    ...templateNames,
    'Lead id',
    ...furtherLeadNames.map((name) => leadLabels[name]),
    'Partner',
    'Contact',
    'Created',
    'Updated',
  ]),
  lineOf(row) {
    const { fields } = presentLead(row, noLinks);
    const input: Readonly<Record<string, unknown>> = {
      ...row.fields,
      brokerId: row.partner_id,
      brokerRepId: row.contact_id,
    };
    const template = templateColumns.map((column) => {
      const [name = '', part] = column.name.split('.');
      return guardCell(
        column,
        cellText(part === undefined ? input[name] : partOf(input[name], part)),
      );
    });
    const further = furtherLeadNames.map((name) => fields[name]);
    return csvLine([...template, ...safe([row.id, ...further, ...ownersAndTimes(row)])]);
  },
};

// A `Record` of the contract has every name.
const dealNames = Object.keys(dealResponseFields.shape) as (keyof typeof dealLabels)[];

/** Returns the file of deals: every field by its label. */
export const dealFile: ExportFile<DealRow> = {
  header: csvLine([
    'Deal id',
    ...dealNames.filter(isOwnColumn).map((name) => dealLabels[name]),
    'Partner',
    'Contact',
    'Created',
    'Updated',
  ]),
  lineOf(row) {
    const { fields } = presentDeal(row);
    const values = dealNames.filter(isOwnColumn).map((name) => fields[name]);
    return csvLine(safe([row.id, ...values, ...ownersAndTimes(row)]));
  },
};

/** The partner and the contact have columns of their own at the end. */
function isOwnColumn(name: string): boolean {
  return name !== 'broker' && name !== 'brokerRep';
}

function ownersAndTimes(row: LeadRow | DealRow): unknown[] {
  return [
    row.partner_name,
    `${row.contact_first_name} ${row.contact_last_name}`.trim(),
    row.created_at.toISOString(),
    row.updated_at.toISOString(),
  ];
}

const safe = (values: readonly unknown[]) =>
  values.map((value) => guardCell(null, cellText(value)));

function partOf(address: unknown, part: string): unknown {
  return typeof address === 'object' && address !== null ? Reflect.get(address, part) : '';
}

/** Returns a stored value as the text of a cell; the values of a list as the upload reads them. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellText).join(';');
  if (typeof value === 'object')
    return Object.values(value).map(cellText).filter(Boolean).join(' ');
  return String(value);
}
