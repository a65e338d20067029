import { toSearchParams } from '#contract/query-string.ts';
import { dealListQuery, type DealListQuery } from '#contract/v1/deal-lists.ts';
import { leadListQuery, type LeadListQuery } from '#contract/v1/lists.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link.tsx';

import s from './home.module.css';

/** Returns the link to the list of leads that a number of the home page counts. */
export function leadsTo(search: Partial<LeadListQuery>): string {
  return paths.leads(toSearchParams(leadListQuery, search));
}

/** Returns the link to the list of deals that a number of the home page counts. */
export function dealsTo(search: Partial<DealListQuery>): string {
  return paths.deals(toSearchParams(dealListQuery, search));
}

interface AllLinksProps {
  counts: { readonly leads: number; readonly deals: number };
  /** Writes a number of records. */
  write?: (number: number) => string;
  /** How many records are shown already. */
  shown: number;
  /** The filters and order of both lists. */
  search: Parameters<typeof dealsTo>[0] & Parameters<typeof leadsTo>[0];
}

/** Links to both lists with all the records, if there are more than are shown. */
export function AllLinks({
  counts: { deals, leads },
  shown,
  search,
  write = count,
}: AllLinksProps) {
  if (deals + leads <= shown) return null;
  return (
    <p className={s.all}>
      {deals > 0 && (
        <LinkButton variant="plain" size="small" to={dealsTo(search)}>
          All {write(deals)} deals
        </LinkButton>
      )}
      {leads > 0 && (
        <LinkButton variant="plain" size="small" to={leadsTo(search)}>
          All {write(leads)} leads
        </LinkButton>
      )}
    </p>
  );
}
