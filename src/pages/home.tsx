import { useMutationState, useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import type { ComponentProps } from 'react';
import { useSearchParams } from 'react-router';

import { listHomeValues, homeQuery, readUntil, todoKey } from '#src/api/home.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { useChanged } from '#src/api/records/changed-fields.ts';
import { useSession } from '#src/api/session.ts';
import { OutcomeQuestion } from '#src/features/follow-ups/outcome-question.tsx';
import { RowFollowUp } from '#src/features/follow-ups/row-follow-up.tsx';
import { greeting } from '#src/features/home/home-links.tsx';
import { HomeView } from '#src/features/home/home-view.tsx';
import type { WaitingAction } from '#src/features/home/waiting-section.tsx';
import { mayCreateLead } from '#src/features/leads/leads.policy.ts';
import { RequestAction } from '#src/features/requests/request-action.tsx';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { SkeletonLines, LoadErrorState, StaleNotice } from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { requestParts } from './record-requests.tsx';

/** `/home`: where everybody starts. Support's chosen partner is in the address. */
export function Component() {
  const { account, contact } = useSession();
  const now = useNow();
  const [params] = useSearchParams();
  const isSupport = account.role === 'support';
  const name = contact?.firstName ?? account.name.split(' ')[0] ?? '';
  return (
    <>
      <PageHeader
        isInColumns
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
      <HomeContent now={now} partnerId={isSupport ? (params.get('partner') ?? '') : ''} />
    </>
  );
}

/** `partnerId`: for support, the partner whose records are counted; empty for all. */
function HomeContent({ now, partnerId }: { now: number; partnerId: string }) {
  const session = useSession();
  const options = homeQuery(now, partnerId);
  const query = useQuery(options);
  const marked = useChanged(options.queryKey, query.data, listHomeValues);
  const loadError = useLoadError(query);
  const doneCount = useMutationState({
    filters: { mutationKey: todoKey, status: 'success' },
  }).length;
  const { data } = query;
  if (!data)
    return loadError?.hasFailed ? (
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
          Only {data.owners[0]?.name ?? 'one partner'}.{' '}
          <LinkButton variant="plain" size="small" to={paths.home()}>
            Show all partners
          </LinkButton>
        </p>
      )}
      <HomeView
        home={data}
        {...{ session, partnerId, marked }}
        request={`${partnerId} ${readUntil(data)} ${query.isPlaceholderData} ${doneCount}`}
        Action={HomeAction}
        Menu={RowFollowUp}
        Outcome={OutcomeQuestion}
      />
      {loadError && <StaleNotice loadError={loadError} />}
    </>
  );
}

/** Attaching, answering and correcting, right from the list. */
function HomeAction(props: ComponentProps<WaitingAction>) {
  return <RequestAction {...props} {...requestParts} />;
}
