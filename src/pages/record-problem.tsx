import { ServiceError } from '#src/api/service-error.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { EmptyState, ErrorState } from '#src/ui/states.tsx';

/** What pages of one record differ in when it cannot be shown. */
const nouns = {
  lead: {
    title: 'Lead',
    find: 'Look for the client’s name in the list of leads.',
    way: 'leads',
    to: paths.leads,
  },
  deal: {
    title: 'Deal',
    find: 'Look for its name in the list of deals.',
    way: 'deals',
    to: paths.deals,
  },
  upload: {
    title: 'Upload',
    find: 'Look for its file in the list of uploads.',
    way: 'bulk upload',
    to: paths.bulkUpload,
  },
} as const;
type Noun = keyof typeof nouns;

interface RecordProblemProps {
  noun: Noun;
  error: Error;
  onRetry: () => void;
  retrying: boolean;
}

/** In place of a record that could not be loaded: there is none, it is not this person's, or something failed. */
export function RecordProblem({ noun, error, onRetry, retrying }: RecordProblemProps) {
  const { title, find } = nouns[noun];
  const { status, requestId } = error instanceof ServiceError ? error : {};
  if (status === 404)
    return (
      <>
        <PageHead title={`${title} not found`} />
        <EmptyState title={`There is no ${noun} at this address`} action={<WayOut noun={noun} />}>
          The link may be incomplete. {find}
        </EmptyState>
      </>
    );
  if (status === 403)
    return (
      <>
        <PageHead title={`${title} not open to you`} />
        <EmptyState title={`This ${noun} belongs to somebody else`} action={<WayOut noun={noun} />}>
          It is another contact’s or another partner’s. Ask your partner admin if it should be
          yours.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHead title={title} />
      <ErrorState
        title={`The ${noun} could not be loaded`}
        onRetry={onRetry}
        retrying={retrying}
        action={<WayOut noun={noun} />}
        requestId={requestId}
      >
        {error.message}
      </ErrorState>
    </>
  );
}

/** The service answered, but not with such a record. */
export function UnreadableRecord({ noun }: { noun: Noun }) {
  return (
    <>
      <PageHead title={nouns[noun].title} />
      <ErrorState title={`This ${noun} could not be read`} action={<WayOut noun={noun} />}>
        The service sent something that is not a {noun}. The record itself is safe; tell support its
        address.
      </ErrorState>
    </>
  );
}

function WayOut({ noun }: { noun: Noun }) {
  const { way, to } = nouns[noun];
  return <LinkButton to={to()}>Go to {way}</LinkButton>;
}
