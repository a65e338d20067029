import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';

import { leadQuery } from '#src/api/leads.ts';
import { useSession } from '#src/api/session.ts';
import { AttachmentsSection } from '#src/features/attachments/attachments-section.tsx';
import { LeadSkeleton } from '#src/features/leads/lead-skeleton.tsx';
import { LeadView } from '#src/features/leads/lead-view.tsx';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { ErrorState } from '#src/ui/states.tsx';

/** `/leads/:id`: one lead, to read, to edit in place, and to attach files to. */
export function Component() {
  const { id = '' } = useParams();
  return (
    // By record: what is typed or waits to be sent belongs to one lead.
    <Suspense key={id} fallback={<LeadSkeleton />}>
      <LeadPage id={id} />
    </Suspense>
  );
}

function LeadPage({ id }: { id: string }) {
  const { account, offers } = useSession();
  const { data } = useSuspenseQuery(leadQuery(id));
  const { lead, etag } = data;
  if (!lead.ok) return <Unreadable />;

  const canWrite = account.role !== 'support';
  return (
    <LeadView
      lead={{ record: lead.record, etag }}
      extra={lead.extra}
      may={{ edit: canWrite, reassign: account.role === 'partner-admin' }}
      attachments={
        <AttachmentsSection leadId={id} canAdd={canWrite} hasList={offers.attachmentList} />
      }
    />
  );
}

/** The service answered, but not with a lead. */
function Unreadable() {
  return (
    <>
      <PageHead title="Lead" />
      <ErrorState
        title="This lead cannot be read"
        action={<LinkButton to={paths.leads()}>Go to leads</LinkButton>}
      >
        The service sent something that is not a lead. The record itself is safe; tell support its
        address.
      </ErrorState>
    </>
  );
}
