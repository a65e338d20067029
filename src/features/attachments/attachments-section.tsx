import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';

import type { Role } from '#contract/endpoint.ts';
import type { ListedAttachment } from '#contract/portal/attachments.ts';
import { leadWrites } from '#contract/v1/lead-writes.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { attachmentsQuery } from '#src/api/records/attachments.ts';
import { useSession } from '#src/api/session.ts';
import { count, quantity } from '#src/lib/numbers.ts';
import { attachmentsSection } from '#src/lib/page-elements.ts';
import { Skeleton, LoadErrorState } from '#src/ui/feedback/states.tsx';
import { Detail } from '#src/ui/layout/details.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { SentFile } from './sent-file.tsx';
import { isUnsent, type Upload } from './uploads.ts';
import { useUploads, type Uploads } from './use-uploads.ts';
import { AddFiles, UnsentGuard, WaitingFiles } from './waiting-files.tsx';

import s from './attachments.module.css';

/** The fragment of a link to a lead's files: `/leads/…#attachments`. */
const anchor = attachmentsSection;

/** Shows a lead's attached files, the pending uploads and the button to add files. */
export function AttachmentsSection({ leadId }: { leadId: string }) {
  const waiting = useUploads(leadId);
  return (
    <>
      <AttachedFiles leadId={leadId} waiting={waiting} />
      <UnsentGuard uploads={waiting.uploads} />
    </>
  );
}

/** A row that says how many files a lead has, and leads to them; nothing if there are none. */
export function FilesDetail({ leadId }: { leadId: string }) {
  const { data = [] } = useQuery(attachmentsQuery(leadId));
  if (data.length === 0) return null;
  return (
    <Detail label="Files">
      <a href={`#${anchor}`}>{quantity(data.length, 'file')}</a>
    </Detail>
  );
}

interface AttachedFilesProps {
  leadId: string;
  waiting: Uploads;
  /** A notice above the files. */
  notice?: ReactNode;
}

/**
 * Shows a lead's files, attached and pending, for uploads that outlive the section. Users without
 * the right to attach files can see and download them.
 */
export function AttachedFiles({ leadId, waiting, notice }: AttachedFilesProps) {
  const { account, capabilities } = useSession();
  // The service decides; this only hides what the service would reject.
  const canAdd = (leadWrites.createAttachments.roles as readonly Role[]).includes(account.role);
  const hasList = capabilities.attachmentList;
  const list = useQuery({ ...attachmentsQuery(leadId), enabled: hasList });
  const loadError = useLoadError(list);
  const addButton = useRef<HTMLButtonElement>(null);
  // The section scrolls to itself then; the keyboard focus moves along.
  useEffect(() => {
    if (location.hash === `#${anchor}`) addButton.current?.focus({ preventScroll: true });
  }, []);
  const records = list.data ?? [];
  const listed = records.flatMap((read) => (read.ok ? [read.record] : []));
  const shown = withoutListed(waiting, listed);
  useRemoveListed(waiting, shown);
  const inState = (state: Upload['state']) =>
    shown.uploads.filter((upload) => upload.state === state).length;
  // Who can't add files would see an empty section.
  if (!canAdd && hasList && list.isSuccess && records.length === 0) return null;
  const summary = {
    sent: records.length + inState('sent'),
    unsent: shown.uploads.filter(isUnsent).length,
    unknown: inState('unknown'),
    invalid: inState('invalid'),
  };

  return (
    <Section
      id={anchor}
      title="Files"
      note={<FileSummary {...summary} isListed={list.isSuccess} />}
      action={canAdd && <AddFiles onFiles={waiting.add} buttonRef={addButton} />}
    >
      {notice}
      {!hasList && <p className={`${s.none} soft`}>{noListText(canAdd)}</p>}
      {list.data === undefined && loadError?.hasFailed && (
        <LoadErrorState title="Couldn’t load attached files" loadError={loadError}>
          They are safe, and you can still add files.
        </LoadErrorState>
      )}
      {list.isPending && hasList && !loadError?.hasFailed && <Skeleton height="48px" />}
      <ul className={s.rows}>
        {listed.map((attachment) => (
          <SentFile
            key={attachment.id}
            attachment={attachment}
            hasDownload={hasList}
            onWithdrawn={() => addButton.current?.focus()}
          />
        ))}
        {records.length > listed.length && (
          <li className={`${s.about} danger small wrap-anywhere`}>
            {unreadableText(records.length - listed.length)}
          </li>
        )}
      </ul>
      <WaitingFiles
        waiting={shown}
        listed={listed.map(({ fields }) => fields)}
        onPressed={() => addButton.current?.focus()}
      />
    </Section>
  );
}

function unreadableText(files: number): string {
  const which = files === 1 ? 'One file' : `${count(files)} files`;
  return `${which} couldn’t be displayed. Contact support.`;
}

function noListText(canAdd: boolean): string {
  const text = 'Attached files can’t be listed here.';
  return canAdd ? `${text} Files you upload stay listed until you leave the portal.` : text;
}

/** Shows how many files are attached and, emphasised, how many are not. */
function FileSummary({
  sent,
  unsent,
  unknown,
  invalid,
  isListed,
}: Record<'sent' | 'unsent' | 'unknown' | 'invalid', number> & { isListed: boolean }) {
  if (sent + unsent + unknown + invalid === 0) return isListed && 'None yet';
  return (
    <>
      {count(sent)} sent
      {unsent > 0 && <strong className="warning bold">, {count(unsent)} not sent yet</strong>}
      {unknown > 0 && <strong className="warning bold">, {count(unknown)} may have arrived</strong>}
      {invalid > 0 && <strong className="danger bold">, {count(invalid)} cannot be sent</strong>}
    </>
  );
}

/**
 * Removes the uploads that are shown in the list, so that a file which is withdrawn later does not
 * come back as sent.
 */
function useRemoveListed({ uploads, dispatch }: Uploads, shown: Uploads): void {
  useEffect(() => {
    for (const upload of uploads)
      if (!shown.uploads.includes(upload)) dispatch({ type: 'removed', id: upload.id });
  });
}

/**
 * Returns the uploads without sent files that the list already contains, so that each is shown
 * once.
 */
function withoutListed(waiting: Uploads, listed: readonly ListedAttachment[]): Uploads {
  const ids = new Set(listed.map((attachment) => attachment.id));
  const uploads = waiting.uploads.filter(
    (upload) => upload.state !== 'sent' || !ids.has(upload.attachmentId),
  );
  return { ...waiting, uploads };
}
