import { type FoundRecord, type SearchedFact, searchedLeadFacts } from '#contract/portal/search.ts';

import type { Fact } from './search.rules.ts';
import type { CandidateRow } from './search.store.ts';

/** What a result shows anyway, so that it need not say that it matches. */
const shownFacts: readonly SearchedFact[] = ['name', 'companyName', 'dealName'];

/** Returns the facts of a record that the reader can find it by. */
export function factsOf(row: CandidateRow, names: readonly ('contact' | 'partner')[]): Fact[] {
  const text = (name: string) => textOf(row, name);
  const facts: Fact[] = [
    { fact: 'dealName', value: row.deal_name ?? '' },
    { fact: 'customer', value: row.customer ?? '' },
    { fact: 'sfid', value: row.sfid ?? '' },
    { fact: 'id', value: row.id },
    { fact: 'name', value: clientOf(row) },
    { fact: 'contact', value: names.includes('contact') ? row.contact_name : '' },
    { fact: 'partner', value: names.includes('partner') ? row.partner_name : '' },
    ...searchedLeadFacts.map((fact) => ({ fact, value: text(fact) })),
    { fact: 'partnerLeadReferenceId', value: row.reference ?? '' },
  ];
  return facts.filter(({ value }) => value !== '');
}

function textOf({ fields }: CandidateRow, name: string): string {
  const value = fields?.[name];
  return typeof value === 'string' ? value : '';
}

function clientOf(row: CandidateRow): string {
  return `${textOf(row, 'firstName')} ${textOf(row, 'lastName')}`.trim();
}

/** Returns a found record as the search shows it; only support reads whose it is. */
export function presentFound(
  row: CandidateRow,
  best: Fact | null,
  isSupport: boolean,
): FoundRecord {
  const client = clientOf(row);
  const company = textOf(row, 'companyName');
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
    match: best === null || shownFacts.includes(best.fact) ? null : best,
  };
}
