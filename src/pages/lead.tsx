import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';

import { isAwaited } from '#src/api/awaited-queries.ts';
import { useFollowUp, useHandBackWait } from '#src/api/follow-ups.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { questionsQuery } from '#src/api/questions.ts';
import { attachmentsQuery } from '#src/api/records/attachments.ts';
import { listFieldValues, useChanged } from '#src/api/records/changed-fields.ts';
import { recordHistoryQuery } from '#src/api/records/history.ts';
import { leadQuery, leadSource } from '#src/api/records/leads.ts';
import { useMarkRead } from '#src/api/records/mark-read.ts';
import { stageTimeQuery } from '#src/api/records/stage-times.ts';
import { requestsQuery, useRequestWait } from '#src/api/requests.ts';
import { useSession } from '#src/api/session.ts';
import { AttachmentsSection, FilesDetail } from '#src/features/attachments/attachments-section.tsx';
import { RecordFollowUp } from '#src/features/follow-ups/record-follow-up.tsx';
import { HistorySection } from '#src/features/history/history-section.tsx';
import { NewLeadForClient } from '#src/features/lead-form/new-lead-for-client.tsx';
import { LeadValue } from '#src/features/leads/lead-value.tsx';
import { LeadView } from '#src/features/leads/lead-view.tsx';
import { mayEditLead, mayReassignLead } from '#src/features/leads/leads.policy.ts';
import { RecordNeighbours } from '#src/features/records/neighbours/record-neighbours.tsx';
import { StaleNotice } from '#src/ui/feedback/states.tsx';

import { RecordNotLoaded, UnreadableRecord } from './not-shown.tsx';
import { RecordRequests } from './record-requests.tsx';

/** `/leads/:id`: one lead, to read, to edit in place, and to attach files to. */
export function Component() {
  const { id = '' } = useParams();
  // Keyed by record: unsaved input and pending uploads belong to one lead.
  return <LeadPage key={id} id={id} />;
}

function LeadPage({ id }: { id: string }) {
  const { account, capabilities } = useSession();
  const query = useQuery(leadQuery(id));
  const { data } = query;
  const loadError = useLoadError(query);
  const changed = useChanged(leadQuery(id).queryKey, data, ({ lead }) => listFieldValues(lead));
  const hasHistory = capabilities.history || capabilities.portalHistory;
  const files = useQuery({ ...attachmentsQuery(id), enabled: capabilities.attachmentList });
  const history = useInfiniteQuery({
    ...recordHistoryQuery({ type: 'lead', id }),
    enabled: hasHistory,
  });
  const requests = useQuery({ ...requestsQuery('lead', id), enabled: capabilities.requests });
  const questions = useQuery({
    ...questionsQuery({ type: 'lead', id }),
    enabled: capabilities.requests,
  });
  const stageTime = useQuery({ ...stageTimeQuery('lead', id), enabled: capabilities.home });
  const followUp = useFollowUp('lead', id);
  const handBackWait = useHandBackWait('lead', id);
  const requestWait = useRequestWait('lead', id);
  useMarkRead('leads', id, data);
  if (!data || isAwaited([stageTime, history, files, requests, questions, followUp]))
    return <RecordNotLoaded recordType="lead" loadError={loadError} />;
  if (!data.lead.ok) return <UnreadableRecord recordType="lead" />;

  const { record, extra } = data.lead;
  const { etag } = data;
  const mayFollowUp = capabilities.home && account.role !== 'support';
  return (
    <>
      <LeadView
        requests={
          <RecordRequests
            record={{ type: 'lead', id }}
            statuses={record.fields}
            leadId={id}
            client={record.fields}
            notes={record.fields.notes}
          />
        }
        lead={{ record, etag }}
        extra={extra}
        may={{
          edit: mayEditLead(account.role),
          reassign: capabilities.contacts && mayReassignLead(account.role),
        }}
        isSupport={account.role === 'support'}
        again={account.role === 'support' ? undefined : <NewLeadForClient fields={record.fields} />}
        followUp={mayFollowUp && <RecordFollowUp type="lead" id={id} />}
        portalWait={handBackWait ?? requestWait}
        stageTime={stageTime.data ?? null}
        changed={changed}
        neighbours={<RecordNeighbours id={id} source={leadSource} />}
        attachments={<AttachmentsSection leadId={id} />}
        files={capabilities.attachmentList && <FilesDetail leadId={id} />}
        history={
          hasHistory && (
            <HistorySection
              record={{ type: 'lead', id }}
              FieldValue={LeadValue}
              isPortalOnly={!capabilities.history}
            />
          )
        }
      />
      {loadError && <StaleNotice loadError={loadError} />}
    </>
  );
}
