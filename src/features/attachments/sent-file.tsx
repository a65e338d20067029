import { useState } from 'react';
import { flushSync } from 'react-dom';

import { isViewable, type ListedAttachment } from '#contract/portal/attachments.ts';
import { attachmentTypes } from '#contract/v1/values.ts';
import {
  attachmentFilePath,
  attachmentViewPath,
  useChangeType,
  useWithdrawal,
} from '#src/api/records/attachments.ts';
import { hasCode } from '#src/api/service-error.ts';
import { fileSize } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { leaveControl } from '#src/ui/elements/focus-heading.ts';
import { useNow } from '#src/ui/elements/now.ts';
import { Time } from '#src/ui/elements/time.tsx';
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx';
import { Select } from '#src/ui/form/select.tsx';

import { FileAction, FileRow } from './file-row.tsx';

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
  const { fileName, type, size, isFromClient } = attachment.fields;
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
      <p className="wrap-anywhere" translate="no">
        {fileName}
      </p>
      <p className={`${s.about} soft small wrap-anywhere`}>
        {type} · {fileSize(size)} · <Time value={attachment.createdAt} />
        {isFromClient && ' · from the client'}
      </p>
    </FileRow>
  );
}

type OwnFileProps = Pick<SentFileProps, 'attachment' | 'onWithdrawn'>;

/** Offers the sender's remaining actions on a file: correct its type, withdraw it. */
export function OwnFile({ attachment, onWithdrawn }: OwnFileProps) {
  const [open, setOpen] = useState<'type' | 'withdrawal' | null>(null);
  const now = useNow();
  const { fileName, isOwn, withdrawableUntil } = attachment.fields;
  if (!isOwn) return null;
  const canWithdraw = withdrawableUntil !== null && Date.parse(withdrawableUntil) > now;
  const dialog = { attachment, onClose: () => setOpen(null) };
  return (
    <>
      <FileAction name={`Change type of ${fileName}`} onClick={() => setOpen('type')}>
        Change type
      </FileAction>
      {canWithdraw && (
        <FileAction name={`Remove ${fileName}`} onClick={() => setOpen('withdrawal')}>
          Remove
        </FileAction>
      )}
      {open === 'type' && <TypeDialog {...dialog} />}
      {open === 'withdrawal' && <WithdrawalDialog {...dialog} onWithdrawn={onWithdrawn} />}
    </>
  );
}

interface FileDialogProps {
  attachment: ListedAttachment;
  onClose: () => void;
}

function TypeDialog({ attachment: { id, fields }, onClose }: FileDialogProps) {
  const change = useChangeType({ id, leadId: fields.entityId });
  const [value, setValue] = useState(fields.type);
  const isListed = attachmentTypes.some((type) => type === fields.type);
  const handleSave = async () => {
    const to = attachmentTypes.find((type) => type === value);
    if (to !== undefined && to !== fields.type) {
      await change.mutateAsync(to);
      announce(`${fields.fileName}: ${to}`);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Type of ${fields.fileName}`}
      confirm="Save"
      pending={change.isPending}
      pendingText="Saving the type"
      error={change.error}
      onConfirm={() => void handleSave().catch(() => undefined)}
      onClose={onClose}
    >
      <Select
        label="Type"
        name="type"
        options={isListed ? attachmentTypes : [fields.type, ...attachmentTypes]}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </ConfirmDialog>
  );
}

function WithdrawalDialog({
  attachment: { id, fields },
  onClose,
  onWithdrawn,
}: FileDialogProps & Pick<OwnFileProps, 'onWithdrawn'>) {
  const withdrawal = useWithdrawal({ id, leadId: fields.entityId });
  const isTooLate = hasCode(withdrawal.error, 'too-late-to-withdraw');
  const handleWithdraw = async (button: Element) => {
    try {
      await withdrawal.mutateAsync();
      announce(`${fields.fileName} is removed`);
      // Nothing outside an open dialog can have the focus.
      flushSync(onClose);
      onWithdrawn();
    } catch (error) {
      if (hasCode(error, 'too-late-to-withdraw')) leaveControl(button);
    }
  };
  return (
    <ConfirmDialog
      title={`Remove ${fields.fileName}?`}
      confirm="Remove"
      variant="danger"
      pending={withdrawal.isPending}
      pendingText="Removing the file"
      error={withdrawal.error}
      onConfirm={isTooLate ? undefined : ({ currentTarget }) => void handleWithdraw(currentTarget)}
      cancel={isTooLate ? 'Close' : 'Cancel'}
      onClose={onClose}
    >
      {!isTooLate && (
        <p>The file is deleted. The history keeps its name and that you removed it.</p>
      )}
    </ConfirmDialog>
  );
}
