import type { FoundRecord, SearchedField } from '#contract/portal/search.ts';
import { typesByList } from '#contract/v1/record-types.ts';

import { type FoundField, nameClient, readText } from './search.rules.ts';
import type { CandidateRow } from './search.store.ts';

/** The facts that a result shows anyway, so that it need not say that they match. */
const shownFields: readonly SearchedField[] = ['name', 'companyName', 'dealName'];

/** Returns a found record as the search shows it; only support reads whose it is. */
export function presentFound(
  row: CandidateRow,
  best: FoundField | null,
  isSupport: boolean,
): FoundRecord {
  const client = nameClient(row);
  const company = readText(row, 'companyName');
  const name = [row.deal_name, client, company, row.customer].find(Boolean) ?? '';
  return {
    type: typesByList[row.table],
    id: row.id,
    name,
    company: [client, company].filter((other) => other !== '' && other !== name).join(', '),
    status: row.status,
    subStatus: row.sub_status,
    contact: row.contact_name,
    partner: isSupport ? row.partner_name : null,
    match: best === null || shownFields.includes(best.field) ? null : best,
  };
}
