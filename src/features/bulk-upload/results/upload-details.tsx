import type { BulkUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import { fileSize } from '#src/lib/numbers.ts';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { DetailLine } from '#src/ui/layout/section.tsx';

import { uploadStateName } from './upload-state.ts';

/** Shows the key facts of an upload: its state, size, creator and times. */
export function UploadDetails({ upload }: { upload: BulkUpload }) {
  const { size, createdBy, createdAt, lastSentAt, endedAt } = upload;
  const { tone, label } = uploadStateName(upload);
  return (
    <DetailLine
      details={[
        <Badge key="state" tone={tone}>
          {label}
        </Badge>,
        fileSize(size),
        <span key="created">
          Uploaded by {createdBy}, {endedAt === null ? '' : 'finished '}
          <Time value={endedAt ?? lastSentAt ?? createdAt} />
        </span>,
      ]}
    />
  );
}
