import type { RecordSource } from '#src/api/records/list/record-source.ts';
import type { LoadError } from '#src/lib/load-error.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import {
  EmptyState,
  ErrorState,
  Skeleton,
  SkeletonLines,
  LoadErrorState,
  StaleNotice,
} from '#src/ui/feedback/states.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { Columns } from '#src/ui/layout/section.tsx';

import s from './not-shown.module.css';

/** The texts and links that differ between the types of records that cannot be shown. */
const shownPages = {
  lead: {
    title: 'Lead',
    find: 'Look for the client’s name in the list of leads.',
    listName: 'leads',
    to: paths.leads,
  },
  deal: {
    title: 'Deal',
    find: 'Look for its name in the list of deals.',
    listName: 'deals',
    to: paths.deals,
  },
  draft: {
    title: 'Draft',
    find: 'Or the draft was discarded, or deleted 30 days after its last change.',
    listName: 'drafts',
    to: paths.drafts,
  },
  upload: {
    title: 'Upload',
    find: 'Look for its file in the list of uploads.',
    listName: 'bulk upload',
    to: paths.bulkUpload,
  },
} as const satisfies Readonly<Record<RecordSource['type'], object>> &
  Readonly<Record<string, object>>;
type ShownType = keyof typeof shownPages;

interface RecordLoadErrorProps {
  recordType: ShownType;
  loadError: LoadError;
}

/**
 * Shown instead of a record that could not be loaded: the record does not exist, the user has no
 * access, or something failed.
 */
export function RecordLoadError({ recordType, loadError }: RecordLoadErrorProps) {
  const { title, find } = shownPages[recordType];
  if (loadError.isNotFound)
    return (
      <>
        <PageHeader title={`${title} not found`} />
        <EmptyState
          title={`There is no ${recordType} at this address`}
          action={<BackToList recordType={recordType} />}
        >
          The link may be incomplete. {find}
        </EmptyState>
      </>
    );
  if (loadError.isForbidden)
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          title={
            recordType === 'draft'
              ? 'This draft belongs to someone else'
              : loadError.why.replace(/\.$/, '')
          }
          action={<BackToList recordType={recordType} />}
        >
          {recordType === 'draft'
            ? 'Only they can open it.'
            : 'If you need it, ask your partner admin.'}
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader title={title} />
      <LoadErrorState
        title={`The ${recordType} couldn’t be loaded`}
        loadError={loadError}
        action={<BackToList recordType={recordType} />}
      />
    </>
  );
}

/** Shown instead of a record that is not loaded yet: a skeleton, or the error. */
export function RecordNotLoaded({
  recordType,
  loadError,
}: {
  recordType: ShownType;
  loadError: LoadError | null;
}) {
  if (loadError?.hasFailed)
    return <RecordLoadError recordType={recordType} loadError={loadError} />;
  return (
    <>
      <RecordSkeleton />
      {loadError && <StaleNotice loadError={loadError} />}
    </>
  );
}

/** The skeleton of a record's page: heading, facts, sections and the box at the right. */
function RecordSkeleton() {
  return (
    <div aria-busy>
      <output className="visually-hidden">Loading</output>
      <div className={`${s.header} stack`}>
        <Skeleton height="28px" width="min(240px, 60%)" />
        <Skeleton width="min(420px, 90%)" />
      </div>
      <Columns aside={<SkeletonLines lines={10} />}>
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} className={`${s.section} stack`}>
            <Skeleton height="24px" width="120px" />
            <SkeletonLines lines={4} />
          </div>
        ))}
      </Columns>
    </div>
  );
}

/** Shown if the service's response is not a valid record. */
export function UnreadableRecord({ recordType }: { recordType: ShownType }) {
  return (
    <>
      <PageHeader title={shownPages[recordType].title} />
      <ErrorState
        title={`This ${recordType} could not be read`}
        action={<BackToList recordType={recordType} />}
      >
        The service sent something that is not a {recordType}. The record itself is safe. Send its
        address to support.
      </ErrorState>
    </>
  );
}

function BackToList({ recordType }: { recordType: ShownType }) {
  const { listName, to } = shownPages[recordType];
  return <LinkButton to={to()}>Go to {listName}</LinkButton>;
}

/** Replaces a page for users who may not open it: shows the reason and a link back. */
export function NoAccess({ page, why }: { page: string; why: string }) {
  return (
    <>
      <PageHeader title={page} />
      <ErrorState
        title={why}
        action={<LinkButton to={paths.start()}>Go to the start page</LinkButton>}
      />
    </>
  );
}
