import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useSearchParams } from 'react-router';

import { homeQuery } from '#src/api/home.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { useSession } from '#src/api/session.ts';
import { HomeView } from '#src/features/home/home-view.tsx';
import { greeting } from '#src/features/home/home-words.ts';
import { SearchAll } from '#src/features/home/search-all.tsx';
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
  const session = useSession();
  const { account, contact } = session;
  const now = useNow();
  const [params, setParams] = useSearchParams();
  const isSupport = account.role === 'support';
  const partnerId = isSupport ? (params.get('partner') ?? '') : '';
  const query = useQuery(homeQuery(now, partnerId));
  const loadError = useLoadError(query);
  const { data } = query;
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
      {partnerId !== '' && (
        <p>
          Only {data?.partners[0]?.name ?? 'one partner'}.{' '}
          <LinkButton variant="plain" size="small" to={paths.home(changed(params, 'partner', ''))}>
            Show all partners
          </LinkButton>
        </p>
      )}
      {data && <HomeView home={data} session={session} partnerId={partnerId} />}
      {!data && !loadError?.hasFailed && <SkeletonLines lines={12} />}
      {!data && loadError?.hasFailed && (
        <LoadErrorState title="Couldn’t load the home page" loadError={loadError}>
          Leads and deals are in their lists.
        </LoadErrorState>
      )}
      {data && loadError && <StaleNotice loadError={loadError} />}
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
