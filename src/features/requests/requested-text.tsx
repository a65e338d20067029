import { useQuery } from '@tanstack/react-query';

import { findMeaning } from '#contract/portal/status-meanings.ts';
import type { Statuses } from '#contract/portal/waiting-on.ts';
import type { RecordType } from '#contract/v1/record-types.ts';
import { requestsQuery, isWaiting } from '#src/api/requests.ts';
import { formatDueDay } from '#src/lib/values/due-day.ts';
import { describeRequestedItem } from '#src/lib/values/requested-item.ts';
import { useNow } from '#src/ui/elements/now.ts';
import { SkeletonLines } from '#src/ui/feedback/states.tsx';

import { inOrder } from './requests-section.tsx';

interface RequestedTextProps {
  record: { readonly type: RecordType; readonly id: string };
  statuses: Statuses;
  /** Whether a request on the record waits for the partner. */
  isRequested: boolean;
}

/** Says what the lender asks for, or else what the status of a lead or deal means, in words. */
export function RequestedText({ record, statuses, isRequested }: RequestedTextProps) {
  const now = useNow();
  const { data, isError } = useQuery({
    ...requestsQuery(record.type, record.id),
    enabled: isRequested,
  });
  if (!isRequested) return findMeaning(record.type, statuses)?.sentence ?? null;
  if (isError) return 'The lender asks for something.';
  if (!data) return <SkeletonLines lines={1} />;
  return inOrder(data.filter(isWaiting)).map((request) => (
    <p key={request.id}>
      {[describeRequestedItem(request), formatDueDay(request, now)].filter(Boolean).join(', ')}
    </p>
  ));
}
