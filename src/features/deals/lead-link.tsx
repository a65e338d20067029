import type { DealLead } from '#contract/web/deals.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';

import s from './deals.module.css';

/** The way to the lead that became a deal, by the name of its client; an erased lead has none. */
export function LeadLink({ lead: { id, firstName, lastName, companyName } }: { lead: DealLead }) {
  const client = `${firstName} ${lastName}`.trim() || companyName;
  return (
    <LinkButton to={paths.lead(id)}>
      <span className={s.leadLink}>{client === '' ? 'Open lead' : `Open lead: ${client}`}</span>
    </LinkButton>
  );
}
