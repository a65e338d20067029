import { useSession } from '#src/api/session.ts';
import { RequestFiles } from '#src/features/attachments/request-files.tsx';
import { LeadCorrection } from '#src/features/leads/lead-correction.tsx';
import { RequestsSection } from '#src/features/requests/requests-section.tsx';

interface RecordRequestsProps {
  record: { readonly type: 'lead' | 'deal'; readonly id: string };
}

/** What the lender asks for on the page of a lead or deal. */
export function RecordRequests({ record }: RecordRequestsProps) {
  const { capabilities } = useSession();
  if (!capabilities.requests) return null;
  return <RequestsSection record={record} otherwise={null} {...requestParts} />;
}

/** What answering a request needs of other features. */
export const requestParts = { Files: RequestFiles, Fields: LeadCorrection };
