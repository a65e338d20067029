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
import { Button } from '#src/ui/elements/button.tsx';
import { leaveControl } from '#src/ui/elements/focus-heading.ts';
import { Time, useNow } from '#src/ui/elements/time.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { Select } from '#src/ui/form/select.tsx';

import { FileRow } from './file-row.tsx';

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

interface OwnFileProps {
  attachment: ListedAttachment;
  /** Called when the file is withdrawn, so that the focus can be moved elsewhere. */
  onWithdrawn: () => void;
}

/** Offers what the sender of a file may still do with it: correct its type, withdraw it. */
export function OwnFile({ attachment, onWithdrawn }: OwnFileProps) {
  const [open, setOpen] = useState<'type' | 'withdrawal' | null>(null);
  const now = useNow();
  const { fileName, isOwn, withdrawableUntil } = attachment.fields;
  if (!isOwn) return null;
  const canWithdraw = withdrawableUntil !== null && Date.parse(withdrawableUntil) > now;
  const dialog = { attachment, onClose: () => setOpen(null) };
  return (
    <>
      <Button
        variant="plain"
        size="small"
        aria-label={`Change type of ${fileName}`}
        onClick={() => setOpen('type')}
      >
        Change type
      </Button>
      {canWithdraw && (
        <Button
          variant="plain"
          size="small"
          aria-label={`Remove ${fileName}`}
          onClick={() => setOpen('withdrawal')}
        >
          Remove
        </Button>
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
    <Dialog
      title={`Type of ${fields.fileName}`}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="main"
            pending={change.isPending}
            pendingText="Saving the type"
            onClick={() => void handleSave().catch(() => undefined)}
          >
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <Select
        label="Type"
        name="type"
        options={isListed ? attachmentTypes : [fields.type, ...attachmentTypes]}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      {change.error && <DialogError error={change.error} />}
    </Dialog>
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
    <Dialog
      title={`Remove ${fields.fileName}?`}
      onClose={onClose}
      actions={
        <>
          {!isTooLate && (
            <Button
              variant="danger"
              pending={withdrawal.isPending}
              pendingText="Removing the file"
              onClick={({ currentTarget }) => void handleWithdraw(currentTarget)}
            >
              Remove
            </Button>
          )}
          <Button onClick={onClose}>{isTooLate ? 'Close' : 'Cancel'}</Button>
        </>
      }
    >
      {!isTooLate && (
        <p>The file is deleted. The history keeps its name and that you removed it.</p>
      )}
      {withdrawal.error && <DialogError error={withdrawal.error} />}
    </Dialog>
  );
}

function DialogError({ error }: { error: Error }) {
  return (
    <p role="alert" className={s.error}>
      {error.message}
    </p>
  );
}
