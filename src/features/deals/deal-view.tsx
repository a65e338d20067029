import { labelsFor } from '#contract/field-labels.ts';
import { dealTone, dealWait } from '#contract/portal/deal-waits.ts';
import type { DealLead } from '#contract/portal/deals.ts';
import type { HistoryEntry, HistoryChange } from '#contract/portal/history.ts';
import { findMeaning } from '#contract/portal/status-meanings.ts';
import { type Deal, dealLabels, type DealResponseFieldName } from '#contract/v1/deals.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { dealPath, type DealStatus } from '#contract/v1/values.ts';
import { RecordHeader, type RecordViewProps } from '#src/features/records/page/record-header.tsx';
import { ExtraSection, RecordSection } from '#src/features/records/page/record-section.tsx';
import { timeSince } from '#src/lib/dates.ts';
import { dayText } from '#src/lib/days.ts';
import { readLenderContact } from '#src/lib/lender-contact.ts';
import { paths } from '#src/lib/paths.ts';
import { AmountsOfPartner } from '#src/ui/elements/amounts-of-partner.tsx';
import { useAnnouncement } from '#src/ui/elements/announcer.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { Time } from '#src/ui/elements/time.tsx';
import { formatUpdated } from '#src/ui/elements/updated-mark.tsx';
import { Value } from '#src/ui/elements/value.tsx';
import { Detail } from '#src/ui/layout/details.tsx';
import { Columns } from '#src/ui/layout/section.tsx';
import { StepPath } from '#src/ui/layout/step-path.tsx';

import { dealsTopFields, dealGroups, dealRecordGroup } from './deal-groups.ts';
import { clientName, dealName, knownStatus, otherCustomerName } from './deal-status.ts';
import { DealValue } from './deal-value.tsx';

interface DealViewProps extends RecordViewProps {
  deal: Deal;
  /** The lead that became the deal, if it exists and the user may read it. */
  lead: DealLead | null;
  /** The entries of its history with a status, newest first; empty if they are not known. */
  statuses: readonly HistoryEntry[];
}

/** Shows a deal: its status and progress, what happened, its fields, and its client at the side. */
export function DealView({ deal, lead, statuses, extra, isSupport, ...parts }: DealViewProps) {
  const { stageTime, changed } = parts;
  const labels = labelsFor(dealLabels, isSupport);
  useAnnouncement(formatUpdated(changed, labels));
  const { fields } = deal;
  const status = knownStatus(fields.status);
  const section = { fields, labels, changed, FieldValue: DealValue };
  return (
    <AmountsOfPartner partnerId={fields.broker?.id}>
      <RecordHeader
        title={dealName(deal)}
        amount={{ name: 'amount', value: fields.amount }}
        statuses={fields}
        client={lead}
        lenderContact={readLenderContact(fields.internalBdmUser)}
        tone={dealTone(fields.status)}
        wait={parts.portalWait ?? dealWait(fields)}
        meaning={parts.portalWait ? undefined : findMeaning('deal', fields)?.sentence}
        {...{ contactId: deal.fields.brokerRep?.id, stageTime, changed, followUp: parts.followUp }}
        actions={parts.neighbours}
      />
      {status !== undefined && (
        <DealProgress status={status} since={fields.statusSinceDate} statuses={statuses} />
      )}
      <Columns
        aside={
          <RecordSection
            {...section}
            group={dealRecordGroup}
            elsewhere={listElsewhere(deal, lead, isSupport)}
            isAside
            after={parts.files}
            other={
              <>
                <Detail label="Created">
                  <Time value={deal.createdAt} />
                </Detail>
                <Detail label="Updated">
                  <Time value={deal.updatedAt} />
                </Detail>
              </>
            }
          >
            {lead && <ClientDetails lead={lead} title={dealName(deal)} />}
          </RecordSection>
        }
      >
        {parts.requests}
        {parts.history}
        {parts.attachments}
        {dealGroups.map((group) => (
          <RecordSection key={group.title} {...section} group={group} elsewhere={dealsTopFields} />
        ))}
        <ExtraSection extra={extra} />
      </Columns>
    </AmountsOfPartner>
  );
}

/** Returns the fields that are not among the record data: others say the same. */
function listElsewhere(deal: Deal, lead: DealLead | null, isSupport: boolean) {
  const customer = otherCustomerName(deal);
  const isNamed = customer === '' || customer === lead?.companyName;
  return [
    ...dealsTopFields,
    ...(isNamed ? (['customer'] as const) : []),
    // The partner's own people don't need to see the partner.
    ...(isSupport ? [] : (['broker'] as const)),
  ] satisfies DealResponseFieldName[];
}

/** Shows whose deal it is, as far as its lead says. Links to the lead, even if it was erased. */
export function ClientDetails({ lead, title }: { lead: DealLead; title: string }) {
  const { id, companyName, phone, email } = lead;
  const client = clientName(lead);
  return (
    <>
      <Detail label={client === '' ? 'Lead' : 'Client'}>
        <Link to={paths.lead(id)} translate={client === '' ? undefined : 'no'}>
          {client || 'Open lead'}
        </Link>
      </Detail>
      {![client, title, ''].includes(companyName) && (
        <Detail label={leadLabels.companyName}>
          <Value kind="name" label={leadLabels.companyName} text={companyName} />
        </Detail>
      )}
      {phone !== '' && (
        <Detail label={leadLabels.phone}>
          <Value kind="phone" label={leadLabels.phone} text={phone} />
        </Detail>
      )}
      {email !== '' && (
        <Detail label={leadLabels.email}>
          <Value kind="email" label={leadLabels.email} text={email} />
        </Detail>
      )}
    </>
  );
}

interface DealProgressProps {
  status: DealStatus;
  /** Since when the deal has had its status. */
  since: string;
  /** The entries of its history with a status, newest first; empty if they are not known. */
  statuses: readonly HistoryEntry[];
}

/** Shows the path of a deal: the steps that its history proves, and when each was reached. */
function DealProgress({ status, since, statuses }: DealProgressProps) {
  const now = useNow();
  const { done, before } = readDealPath(status, statuses);
  const reached = Array.from(done, ([step, at]) => [step, at] as const);
  const notes = [...reached, [status, since] as const].flatMap(([step, at]) =>
    at === null || at === '' ? [] : [[step, dayText(at, now)] as const],
  );
  return (
    <StepPath
      label="Progress of the deal"
      steps={dealPath}
      current={status}
      done={[...done.keys()]}
      notes={new Map(notes)}
      before={before ? { step: before.status, text: beforeText(before) } : undefined}
    />
  );
}

function beforeText({ status, since, until }: NonNullable<ReturnType<typeof stepBefore>>): string {
  const duration = since === null ? '' : timeSince(since, Date.parse(until));
  return `It stood at ${status} before${duration === '' ? '' : `, for ${duration}`}.`;
}

/**
 * Returns what a deal's history, newest first, proves of its path: the steps that the deal has
 * passed and when it reached each, null if that isn't known; for a deal that stands off the path,
 * at which step it stood before, since when, until when. Without history nothing is proven: a
 * status alone doesn't say that the earlier ones were reached.
 */
export function readDealPath(status: DealStatus, history: readonly HistoryEntry[]) {
  const changes = history.flatMap(({ at, changes: all }) =>
    all.filter(({ field }) => field === 'status').map((change) => ({ ...change, at })),
  );
  const before = isStep(status) ? null : stepBefore(changes);
  const end = before ? dealPath.indexOf(before.status) + 1 : dealPath.indexOf(status);
  const done = new Map<DealStatus, string | null>();
  for (const { from, to, fromSince, at } of changes.toReversed()) {
    // The statuses in the order in which they were reached; a later time replaces an earlier one.
    if (isStep(from)) done.set(from, fromSince ?? done.get(from) ?? null);
    if (isStep(to)) done.set(to, at);
  }
  const passed = dealPath.slice(0, Math.max(end, 0)).filter((step) => done.has(step));
  return { done: new Map(passed.map((step) => [step, done.get(step) ?? null])), before };
}

/** Returns the step at which a deal stood before it left the path. */
function stepBefore(changes: readonly (HistoryChange & { readonly at: string })[]) {
  for (const { from, fromSince, at } of changes)
    if (isStep(from)) return { status: from, since: fromSince ?? null, until: at };
  return null;
}

const isStep = (status: unknown): status is DealStatus => dealPath.some((step) => step === status);
