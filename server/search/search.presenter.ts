import {
  type FoundRecord,
  type SearchedField,
  searchedLeadFields,
} from '#contract/portal/search.ts';

import type { FoundField } from './search.rules.ts';
import type { CandidateRow } from './search.store.ts';

/** The facts that a result shows anyway, so that it need not say that they match. */
const shownFields: readonly SearchedField[] = ['name', 'companyName', 'dealName'];

/** Returns the fields of a record that the reader can find it by. */
export function listFields(
  row: CandidateRow,
  names: readonly ('contact' | 'partner')[],
): FoundField[] {
  const text = (name: string) => readText(row, name);
  const found: FoundField[] = [
    { field: 'dealName', value: row.deal_name ?? '' },
    { field: 'customer', value: row.customer ?? '' },
    { field: 'sfid', value: row.sfid ?? '' },
    { field: 'id', value: row.id },
    { field: 'name', value: nameClient(row) },
    { field: 'contact', value: names.includes('contact') ? row.contact_name : '' },
    { field: 'partner', value: names.includes('partner') ? row.partner_name : '' },
    ...searchedLeadFields.map((field) => ({ field, value: text(field) })),
    { field: 'partnerLeadReferenceId', value: row.reference ?? '' },
  ];
  return found.filter(({ value }) => value !== '');
}

function readText({ fields }: CandidateRow, name: string): string {
  const value = fields?.[name];
  return typeof value === 'string' ? value : '';
}

function nameClient(row: CandidateRow): string {
  return `${readText(row, 'firstName')} ${readText(row, 'lastName')}`.trim();
}

/** Returns a found record as the search shows it; only support reads whose it is. */
export function presentFound(
  row: CandidateRow,
  best: FoundField | null,
  isSupport: boolean,
): FoundRecord {
  const client = nameClient(row);
  const company = readText(row, 'companyName');
  const name = [row.deal_name, client, company, row.customer].find(Boolean) ?? '';
  const others = row.table === 'leads' ? [company] : [client, company];
  return {
    type: row.table === 'leads' ? 'lead' : 'deal',
    id: row.id,
    name,
    company: others.filter((other) => other !== '' && other !== name).join(', '),
    status: row.status,
    subStatus: row.sub_status,
    contact: row.contact_name,
    partner: isSupport ? row.partner_name : null,
    match: best === null || shownFields.includes(best.field) ? null : best,
  };
}
