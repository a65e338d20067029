import type { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import type { FileNotice } from '#src/bulk-upload/reader/recognition.ts';

import { FileNoticeLine } from './file-issues-step.tsx';

import s from '#src/features/bulk-upload/review/review.module.css';

interface ReadNoticesProps {
  work: Pick<UploadWork, 'readAs'>;
  notices: readonly FileNotice[];
}

/** Shows what was noticed while a file was read, with a button where rereading it helps. */
export function ReadNotices({ work, notices }: ReadNoticesProps) {
  return notices.map((notice) => {
    const { title, advice, parseOptions } = notice;
    if (isRemark(notice))
      return (
        <p key={title} className={s.info}>
          <span>{title}</span> <span>{advice}</span>
        </p>
      );
    return (
      <FileNoticeLine
        key={title}
        notice={notice}
        onAction={parseOptions === null ? undefined : () => void work.readAs(parseOptions)}
      />
    );
  });
}

/** Returns whether a notice only informs: it is shown as a line of text, not as a box. */
function isRemark({ weight, examples, action }: FileNotice): boolean {
  return weight === 'info' && examples === undefined && action === null;
}
