import { ServiceError } from '#src/api/service-error.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { EmptyState, ErrorState } from '#src/ui/states.tsx';

interface LeadProblemProps {
  error: Error;
  onRetry: () => void;
  retrying: boolean;
}

const toLeads = <LinkButton to={paths.leads()}>Go to leads</LinkButton>;

/** In place of a lead that could not be loaded: there is none, it is not this person's, or something failed. */
export function LeadProblem({ error, onRetry, retrying }: LeadProblemProps) {
  const { status, requestId } = error instanceof ServiceError ? error : {};
  if (status === 404)
    return (
      <>
        <PageHead title="Lead not found" />
        <EmptyState title="There is no lead at this address" action={toLeads}>
          The link may be incomplete. Look for the client’s name in the list of leads.
        </EmptyState>
      </>
    );
  if (status === 403)
    return (
      <>
        <PageHead title="Lead not open to you" />
        <EmptyState title="This lead belongs to somebody else" action={toLeads}>
          It is another contact’s or another partner’s. Ask your partner admin if it should be
          yours.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHead title="Lead" />
      <ErrorState
        title="The lead could not be loaded"
        onRetry={onRetry}
        retrying={retrying}
        action={toLeads}
        requestId={requestId}
      >
        {error.message}
      </ErrorState>
    </>
  );
}

/** The service answered, but not with a lead. */
export function UnreadableLead() {
  return (
    <>
      <PageHead title="Lead" />
      <ErrorState title="This lead cannot be read" action={toLeads}>
        The service sent something that is not a lead. The record itself is safe; tell support its
        address.
      </ErrorState>
    </>
  );
}
