import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { ListedAttachment } from '#contract/web/attachments.ts';
import { attachmentsQuery } from '#src/api/attachments.ts';
import { LeaveGuard } from '#src/forms/leave-guard.tsx';
import { count } from '#src/lib/numbers.ts';
import { Section } from '#src/ui/section.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { ErrorState } from '#src/ui/states.tsx';

import { DropArea } from './drop-area.tsx';
import { SentFile } from './sent-file.tsx';
import { isUnsent } from './uploads.ts';
import { useUploads, type Uploads } from './use-uploads.ts';
import { WaitingFiles } from './waiting-files.tsx';

import s from './attachments.module.css';

/** Where a link to a lead's files leads: `/leads/…#attachments`. */
const anchor = 'attachments';

interface AttachmentsSectionProps {
  leadId: string;
  /** Whether this person may attach files; who may not still sees and downloads. */
  canAdd: boolean;
  /** Whether the service behind lists what is attached (`offers.attachmentList`). */
  hasList: boolean;
}

/** A lead's files: what is on its way, what is attached, and where more come in. */
export function AttachmentsSection({ leadId, canAdd, hasList }: AttachmentsSectionProps) {
  const list = useQuery({ ...attachmentsQuery(leadId), enabled: hasList });
  const waiting = useUploads(leadId);
  const addButton = useRef<HTMLButtonElement>(null);
  // The section comes with the lead, after the browser has looked for the place that the address names. The keyboard goes along.
  useEffect(() => {
    if (location.hash !== `#${anchor}`) return;
    document.getElementById(anchor)?.scrollIntoView();
    addButton.current?.focus({ preventScroll: true });
  }, []);
  const records = list.data ?? [];
  const listed = records.flatMap((read) => (read.ok ? [read.record] : []));
  const shown = withoutListed(waiting, listed);
  const unsent = shown.uploads.filter(isUnsent).length;
  const faulty = shown.uploads.filter((upload) => upload.state === 'faulty').length;
  const sent = records.length + shown.uploads.filter((upload) => upload.state === 'sent').length;

  return (
    <Section id={anchor} title="Attachments" note={<Tally {...{ sent, unsent, faulty }} />}>
      {list.isPending && hasList && <Skeleton height="48px" />}
      {list.isLoadingError && (
        <ErrorState
          title="The attached files could not be listed"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        >
          They are safe, and you can still add files. {list.error.message}
        </ErrorState>
      )}
      <ul className={s.rows}>
        {records.map((read, index) =>
          read.ok ? (
            <SentFile key={read.record.id} attachment={read.record} />
          ) : (
            <li key={index} className={s.fault}>
              One attached file could not be read. It is there; tell support.
            </li>
          ),
        )}
      </ul>
      {list.isSuccess && sent + shown.uploads.length === 0 && (
        <p className={s.none}>Nothing is attached yet.</p>
      )}
      <WaitingFiles
        waiting={shown}
        listed={listed.map(({ fields }) => fields)}
        onPressed={() => addButton.current?.focus()}
      />
      {canAdd && <DropArea onFiles={waiting.add} buttonRef={addButton} />}
      <LeaveGuard when={unsent > 0} loss={lossOf(unsent)} />
    </Section>
  );
}

/** How many files are attached and how many are not, which has to catch the eye. */
function Tally({ sent, unsent, faulty }: { sent: number; unsent: number; faulty: number }) {
  if (sent + unsent + faulty === 0) return null;
  return (
    <>
      {count(sent)} sent
      {unsent > 0 && <strong className={s.unsent}>, {count(unsent)} not sent yet</strong>}
      {faulty > 0 && <strong className={s.tallyFault}>, {count(faulty)} cannot be sent</strong>}
    </>
  );
}

function lossOf(unsent: number): string {
  return unsent === 1
    ? 'One file is not sent yet. It is lost if you leave.'
    : `${count(unsent)} files are not sent yet. They are lost if you leave.`;
}

/** A sent file is shown once: in the list, as soon as it is there. */
function withoutListed(waiting: Uploads, listed: readonly ListedAttachment[]): Uploads {
  const ids = new Set(listed.map((attachment) => attachment.id));
  const uploads = waiting.uploads.filter(
    (upload) => upload.state !== 'sent' || !ids.has(upload.attachmentId),
  );
  return { ...waiting, uploads };
}
