import { isViewable, type ListedAttachment } from '#contract/portal/attachments.ts';
import { attachmentFilePath, attachmentViewPath } from '#src/api/records/attachments.ts';
import { fileSize } from '#src/lib/numbers.ts';
import { Time } from '#src/ui/elements/time.tsx';

import { FileRow } from './file-row.tsx';
import { OwnFile } from './own-file.tsx';

import s from './attachments.module.css';

interface SentFileProps {
  attachment: ListedAttachment;
  /** Whether the file can be opened and downloaded. */
  hasDownload: boolean;
  /** Called when the file is withdrawn, so that the focus can be moved elsewhere. */
  onWithdrawn: () => void;
}

/** Shows an attached file: name, type, size, time, and links to open and to download it. */
export function SentFile({ attachment, hasDownload, onWithdrawn }: SentFileProps) {
  const { fileName, type, size } = attachment.fields;
  return (
    <FileRow
      name={fileName}
      actions={
        hasDownload && (
          <>
            {isViewable(attachment.fields) && (
              <a
                className={s.link}
                href={attachmentViewPath(attachment.id)}
                target="_blank"
                rel="noopener"
                aria-label={`Open ${fileName} in a new tab`}
              >
                Open
              </a>
            )}
            <a
              className={s.link}
              href={attachmentFilePath(attachment.id)}
              download={fileName}
              aria-label={`Download ${fileName}`}
            >
              Download
            </a>
            <OwnFile attachment={attachment} onWithdrawn={onWithdrawn} />
          </>
        )
      }
    >
      <p className={s.name}>{fileName}</p>
      <p className={s.about}>
        {type} · {fileSize(size)} · <Time value={attachment.createdAt} />
      </p>
    </FileRow>
  );
}
