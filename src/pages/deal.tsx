import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useParams } from 'react-router';

import { isAwaited } from '#src/api/awaited-queries.ts';
import { useFollowUp, useHandBackWait } from '#src/api/follow-ups.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { questionsQuery } from '#src/api/questions.ts';
import { attachmentsQuery } from '#src/api/records/attachments.ts';
import { listFieldValues, useChanged } from '#src/api/records/changed-fields.ts';
import { dealLeadQuery, dealQuery, dealSource } from '#src/api/records/deals.ts';
import { dealStatusesQuery, recordHistoryQuery } from '#src/api/records/history.ts';
import { useMarkRead } from '#src/api/records/mark-read.ts';
import { stageTimeQuery } from '#src/api/records/stage-times.ts';
import { requestsQuery, useRequestWait } from '#src/api/requests.ts';
import { useSession } from '#src/api/session.ts';
import { AttachmentsSection, FilesDetail } from '#src/features/attachments/attachments-section.tsx';
import { namedLead } from '#src/features/deals/deal-status.ts';
import { DealValue } from '#src/features/deals/deal-value.tsx';
import { DealView } from '#src/features/deals/deal-view.tsx';
import { RecordFollowUp } from '#src/features/follow-ups/record-follow-up.tsx';
import { HistoryBeforeDeal, HistorySection } from '#src/features/history/history-section.tsx';
import { LeadValue } from '#src/features/leads/lead-value.tsx';
import { RecordNeighbours } from '#src/features/records/neighbours/record-neighbours.tsx';
import { readLenderContact } from '#src/lib/lender-contact.ts';
import { valueText } from '#src/lib/value-text.ts';
import { StaleNotice } from '#src/ui/feedback/states.tsx';

import { RecordNotLoaded, UnreadableRecord } from './not-shown.tsx';
import { RecordRequests } from './record-requests.tsx';

/** `/deals/:id`: one deal, read-only, with a link to its lead. */
export function Component() {
  const { id = '' } = useParams();
  const { account, capabilities } = useSession();
  const query = useQuery(dealQuery(id));
  const { data } = query;
  const loadError = useLoadError(query);
  const changed = useChanged(dealQuery(id).queryKey, data, listFieldValues);
  const { leadId, lead, stageTime, statuses, isComplete } = useDealParts(id);
  const handBackWait = useHandBackWait('deal', id);
  const requestWait = useRequestWait('deal', id);
  const mayFollowUp = capabilities.home && account.role !== 'support';
  useMarkRead('deals', id, data);
  if (!data || !isComplete) return <RecordNotLoaded recordType="deal" loadError={loadError} />;
  return (
    <>
      {data.ok ? (
        <DealView
          requests={
            <RecordRequests
              key={id}
              record={{ type: 'deal', id }}
              statuses={data.record.fields}
              leadId={leadId}
              lenderContact={nameLenderContact(data.record.fields.internalBdmUser)}
              client={lead ?? undefined}
            />
          }
          deal={data.record}
          extra={data.extra}
          lead={lead}
          statuses={statuses}
          attachments={lead && <AttachmentsSection leadId={lead.id} />}
          files={lead && capabilities.attachmentList && <FilesDetail leadId={lead.id} />}
          history={capabilities.history && <DealHistory deal={data.record} lead={lead} />}
          isSupport={account.role === 'support'}
          followUp={mayFollowUp && <RecordFollowUp key={id} type="deal" id={id} />}
          portalWait={handBackWait ?? requestWait}
          stageTime={stageTime}
          changed={changed}
          neighbours={<RecordNeighbours id={id} source={dealSource} />}
        />
      ) : (
        <UnreadableRecord recordType="deal" />
      )}
      {loadError && <StaleNotice loadError={loadError} />}
    </>
  );
}

/** Returns who has a deal at the lender; a value that names no person as it is. */
const nameLenderContact = (value: unknown) => readLenderContact(value)?.name ?? valueText(value);

/** Returns what the page of a deal shows besides the deal, and whether all of it has loaded. */
function useDealParts(id: string) {
  const { capabilities } = useSession();
  const lead = useQuery({ ...dealLeadQuery(id), enabled: capabilities.dealLead });
  const stageTime = useQuery({ ...stageTimeQuery('deal', id), enabled: capabilities.home });
  const statuses = useQuery({ ...dealStatusesQuery(id), enabled: capabilities.history });
  const history = useInfiniteQuery({
    ...recordHistoryQuery({ type: 'deal', id }),
    enabled: capabilities.history,
  });
  const followUp = useFollowUp('deal', id);
  const leadId = lead.data?.id;
  const files = useQuery({
    ...attachmentsQuery(leadId ?? ''),
    enabled: leadId !== undefined && capabilities.attachmentList,
  });
  const requests = useQuery({ ...requestsQuery('deal', id), enabled: capabilities.requests });
  const questions = useQuery({
    ...questionsQuery({ type: 'deal', id }),
    enabled: capabilities.requests,
  });
  return {
    leadId,
    lead: lead.data ?? null,
    stageTime: stageTime.data ?? null,
    statuses: statuses.data ?? [],
    isComplete: !isAwaited([
      lead,
      stageTime,
      statuses,
      history,
      files,
      requests,
      questions,
      followUp,
    ]),
  };
}

type DealHistoryProps = Pick<ComponentProps<typeof DealView>, 'deal' | 'lead'>;

function DealHistory({ deal: { id, createdAt }, lead }: DealHistoryProps) {
  const earlier = lead && (
    <HistoryBeforeDeal leadId={lead.id} until={createdAt} FieldValue={LeadValue} />
  );
  return (
    <HistorySection
      record={{ type: 'deal', id }}
      FieldValue={DealValue}
      lead={namedLead(lead)}
      earlier={earlier}
    />
  );
}
