import type { DealLead } from '#contract/portal/deals.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';

import s from './deals.module.css';

/**
 * Links to the lead that became a deal, labelled with the client's name. An erased lead has no
 * link.
 */
export function LeadLink({ lead: { id, firstName, lastName, companyName } }: { lead: DealLead }) {
  const client = `${firstName} ${lastName}`.trim() || companyName;
  return (
    <LinkButton to={paths.lead(id)}>
      <span className={s.leadLink}>{client === '' ? 'Open lead' : `Open lead: ${client}`}</span>
    </LinkButton>
  );
}
