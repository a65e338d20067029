import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useSearchParams } from 'react-router';

import { homeParts, homeQuery, readUntil } from '#src/api/home.ts';
import { duplicateReportsQuery } from '#src/api/new-lead/duplicate-leads.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { useChanged } from '#src/api/records/changed-parts.ts';
import { useSession } from '#src/api/session.ts';
import { HomeView } from '#src/features/home/home-view.tsx';
import { greeting } from '#src/features/home/home-words.ts';
import { SearchAll } from '#src/features/home/search-all.tsx';
import { DuplicateReports } from '#src/features/lead-form/duplicates/duplicate-reports.tsx';
import { mayCreateLead } from '#src/features/leads/leads.policy.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { LoadErrorState } from '#src/ui/feedback/load-error-state.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { StaleNotice } from '#src/ui/feedback/stale-notice.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** `/home`: where everybody starts. Support's search and chosen partner are in the address. */
export function Component() {
  const { account, contact } = useSession();
  const now = useNow();
  const [params, setParams] = useSearchParams();
  const isSupport = account.role === 'support';
  const name = contact?.firstName ?? account.name.split(' ')[0] ?? '';
  return (
    <>
      <PageHeader
        title={greeting(new Date(now), name)}
        actions={
          mayCreateLead(account.role) && (
            <LinkButton variant="main" to={paths.newLead()}>
              <Plus aria-hidden />
              New lead
            </LinkButton>
          )
        }
      />
      {isSupport && (
        <SearchAll
          q={params.get('q') ?? ''}
          onSearch={(q) => setParams(changed(params, 'q', q), { replace: params.has('q') })}
        />
      )}
      {account.role === 'partner-admin' && <DuplicateReports />}
      <HomeContent
        now={now}
        partnerId={isSupport ? (params.get('partner') ?? '') : ''}
        allTo={paths.home(changed(params, 'partner', ''))}
      />
    </>
  );
}

interface HomeContentProps {
  now: number;
  /** For support, the partner whose records are counted; empty for all. */
  partnerId: string;
  /** The address of the page for all partners. */
  allTo: string;
}

function HomeContent({ now, partnerId, allTo }: HomeContentProps) {
  const session = useSession();
  const options = homeQuery(now, partnerId);
  const query = useQuery(options);
  const marked = useChanged(options.queryKey, query.data, homeParts);
  const loadError = useLoadError(query);
  const { data } = query;
  // Above the rest, so that nothing moves when they come. A failure doesn’t hold up the page.
  const isAdmin = session.account.role === 'partner-admin';
  const reports = useQuery({ ...duplicateReportsQuery, enabled: isAdmin });
  const areReportsLoading = isAdmin && reports.isPending && reports.failureCount === 0;
  if (!data || areReportsLoading)
    return !data && loadError?.hasFailed ? (
      <LoadErrorState title="Couldn’t load the home page" loadError={loadError}>
        Leads and deals are in their lists.
      </LoadErrorState>
    ) : (
      <SkeletonLines lines={12} />
    );
  return (
    <>
      {partnerId !== '' && (
        <p>
          Only {data.partners[0]?.name ?? 'one partner'}.{' '}
          <LinkButton variant="plain" size="small" to={allTo}>
            Show all partners
          </LinkButton>
        </p>
      )}
      <HomeView
        home={data}
        {...{ session, partnerId, marked }}
        request={`${partnerId} ${readUntil(data)} ${query.isPlaceholderData}`}
      />
      {loadError && <StaleNotice loadError={loadError} />}
    </>
  );
}

/** Returns the parameters of the address with one of them changed; empty removes it. */
function changed(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}
