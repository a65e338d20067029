import Plus from 'lucide-react/icons/plus';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

import { changedSearch, supportedSearch, searchParams } from '#src/api/lists.ts';
import { useSession } from '#src/api/session.ts';
import { LeadsBar } from '#src/features/leads/leads-bar.tsx';
import { LeadsList } from '#src/features/leads/leads-list.tsx';
import { mayCreateLead } from '#src/features/leads/leads.policy.ts';
import { parseLeadsSearch } from '#src/features/leads/leads.search.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** The list of leads. Filters, order and page are in the address. */
export function Component() {
  const session = useSession();
  const { capabilities } = session;
  const [params, setParams] = useSearchParams();
  const search = useMemo(
    () => supportedSearch(parseLeadsSearch(params), capabilities),
    [params, capabilities],
  );
  return (
    <>
      <PageHeader
        title="Leads"
        actions={
          mayCreateLead(session.account.role) && (
            <LinkButton variant="main" to={paths.newLead()}>
              <Plus aria-hidden />
              New lead
            </LinkButton>
          )
        }
      />
      <LeadsBar
        capabilities={capabilities}
        search={search}
        onChange={(change) =>
          // Further typing in a search replaces the history entry: Back undoes the whole search.
          setParams(changedSearch(search, change), { replace: search.q !== '' && 'q' in change })
        }
      />
      <LeadsList
        session={session}
        search={search}
        // Renders synchronously: the next page is prefetched, and a transition would render it in
        // slices.
        onSearch={(wanted) => setParams(searchParams(wanted), { flushSync: true })}
      />
    </>
  );
}
