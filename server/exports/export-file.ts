import { csvLine, guardCell } from '#contract/bulk-upload/csv-text.ts';
import { type TemplateColumn, templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { labelsFor, statusFields } from '#contract/field-labels.ts';
import type { DealLead } from '#contract/portal/deals.ts';
import { extraLeadLabels } from '#contract/portal/exports.ts';
import { listKeys } from '#contract/typed-objects.ts';
import {
  type Deal,
  dealLabels,
  type DealResponseFieldName,
  type DealResponseFields,
} from '#contract/v1/deals.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { presentDeal } from '#server/deals/deals.presenter.ts';
import { presentLead } from '#server/leads/leads.presenter.ts';
import type { DealRow, LeadRow } from '#server/records/records.store.ts';

/** A file of records: its first line, and the line of each record. */
export interface ExportFile<Row> {
  readonly header: string;
  readonly lineOf: (row: Row) => string;
}

/** The template's columns, each with its field and, for an address, the part. */
const templateCells = templateColumns.map((column) => {
  const [field = '', part] = column.name.split('.');
  return { column, field, part };
});
const extraNames = listKeys(extraLeadLabels);
const noLinks = { bankStatementsUpdateLink: '', applicationLink: '' };

/**
 * Returns the file of leads: the columns of the upload's template first, so that the file can be
 * uploaded again, then the rest by its labels.
 */
export const leadFile: ExportFile<LeadRow> = {
  header: csvLine([...templateColumns.map(({ name }) => name), ...Object.values(extraLeadLabels)]),
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
    const extra: Readonly<Record<string, unknown>> = {
      ...fields,
      id: row.id,
      partner: row.partner_name,
      contact: `${row.contact_first_name} ${row.contact_last_name}`.trim(),
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
    return csvLine([...template, ...extraNames.map((name) => safeCell(extra[name]))]);
  },
};

/** Returns a value as a cell that no spreadsheet runs; a valid one of its column is unchanged. */
function safeCell(value: unknown, column: TemplateColumn | null = null): string {
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

/** A deal with the other data of its line in a file: its lead, and people’s names by their ids. */
export interface ExportedDeal {
  readonly row: DealRow;
  /** The newest lead that became the deal; undefined if the person may read none. */
  readonly lead: DealLead | undefined;
  readonly names: ReadonlyMap<string, string>;
}

/** A column of the file: its label, and the value of a deal. */
type Column = readonly [label: string, valueOf: (deal: Deal, about: ExportedDeal) => unknown];

/** Returns the columns of fields by their labels, as the page of a deal names them. */
const toColumns = (labels: typeof dealLabels, ...names: DealResponseFieldName[]) =>
  names.map((name): Column => [labels[name], ({ fields }) => withoutId(fields[name])]);

/**

 * The columns in the order of reading: the most wanted, the rest as on the page of a deal, and last
 * the ids.

 */
const columnsFor = (labels: typeof dealLabels): readonly Column[] => [
  ...toColumns(labels, 'name', ...statusFields, 'customer'),
  ['Client', (_deal, { lead }) => lead && `${lead.firstName} ${lead.lastName}`.trim()],
  [leadLabels.companyName, (_deal, { lead }) => lead?.companyName],
  [leadLabels.phone, (_deal, { lead }) => lead?.phone],
  [leadLabels.email, (_deal, { lead }) => lead?.email],
  ...toColumns(labels, 'broker'),
  [dealLabels.brokerRep, ({ fields: { brokerRep } }) => contactName(brokerRep)],
  ...toColumns(
    labels,
    'partnerLeadReferenceId',
    'amount',
    'loanType',
    'omPrincipalAmount',
    'omPaybackAmount',
    'omNumberOfPayments',
    'omCollectionFrequency',
    'omTermDays',
    'omAdvanceType',
    'omDateFunded',
  ),
  ['Created', ({ createdAt }) => createdAt],
  ['Last changed', ({ updatedAt }) => updatedAt],
  ...toColumns(
    labels,
    'lastActivityDate',
    'lastCallDate',
    'numberOfCallsMade',
    'callClientOrBroker',
    'callOnBehalfOf',
    'omDeclineReasons',
    'internalBdmUser',
  ),
  [
    dealLabels.watchers,
    ({ fields: { watchers } }, { names }) =>
      watchers.flatMap(({ id }) => names.get(id) ?? []).join(', '),
  ],
  ...toColumns(labels, 'bankStatementsUpdateLink', 'bankStatementsVendorLink', 'applicationLink'),
  ['Deal ID', ({ id }) => id],
  ...toColumns(labels, 'sfid', 'omAdvanceID'),
  ['Customer ID', ({ fields }) => fields.customer?.id],
  ['Lead ID', (_deal, { lead }) => lead?.id],
  ['Contact ID', ({ fields }) => fields.brokerRep?.id],
  ['Partner ID', ({ fields }) => fields.broker?.id],
  ['Watcher IDs', ({ fields: { watchers } }) => watchers.map(({ id }) => id)],
];

/** The phone has no apostrophe before its plus sign, as in a file of leads. */
const phoneColumn = templateColumns.find(({ name }) => name === 'phone') ?? null;

/**
 * Returns the file of deals for support staff or a partner: every field by its label, with names
 * and ids in different columns.
 */
export function dealFile(isSupport: boolean): ExportFile<ExportedDeal> {
  const columns = columnsFor(labelsFor(dealLabels, isSupport));
  return {
    header: csvLine(columns.map(([label]) => label)),
    lineOf(about) {
      const deal = presentDeal(about.row);
      return csvLine(
        columns.map(([label, valueOf]) =>
          safeCell(valueOf(deal, about), label === leadLabels.phone ? phoneColumn : null),
        ),
      );
    },
  };
}

/** Returns the ids of the people who watch a deal. */
export function watcherIds({ operator_fields: { watchers } }: DealRow): string[] {
  return Array.isArray(watchers)
    ? watchers.flatMap(({ id }) => (typeof id === 'string' ? id : []))
    : [];
}

function contactName(contact: DealResponseFields['brokerRep']): string {
  return contact ? `${contact.firstName} ${contact.lastName}`.trim() : '';
}

/** Returns a value without its id and type; the id if there is nothing else. */
function withoutId(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('id' in value)) return value;
  const others = Object.entries(value).filter(
    ([name, part]) => name !== 'id' && name !== 'type' && Boolean(part),
  );
  return others.length > 0 ? Object.fromEntries(others) : value.id;
}
