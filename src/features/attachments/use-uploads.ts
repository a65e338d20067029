import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';

import type { Attachment } from '#contract/v1/attachments.ts';
import type { AttachmentType } from '#contract/v1/values.ts';
import {
  addSent,
  type AttachmentUpload,
  refreshAttached,
  uploadAttachment,
} from '#src/api/records/attachments.ts';
import { retryUntilResponse } from '#src/api/retry.ts';
import { hasCode, ServiceError } from '#src/api/service-error.ts';
import { useSession } from '#src/api/session.ts';
import { randomKey } from '#src/lib/random.ts';
import { announce } from '#src/ui/elements/announcer.tsx';

import { assertReadable, FileGoneError } from './chosen-file.ts';
import { examineFile } from './examine-file.ts';
import {
  type Ending,
  fullName,
  isFullySent,
  reduceUploads,
  startable,
  type UploadOf,
} from './uploads.ts';

/** The uploads for one lead, which may not be submitted yet, and the operations on them. */
export type Uploads = ReturnType<typeof useUploads>;

/**
 * Examines files as they are added, and uploads the confirmed files, a few at a time, once there is
 * a lead. Aborts running uploads on unmount.
 */
export function useUploads(leadId: string | undefined) {
  const { attachmentList: hasList, idempotency: isRepeatable } = useSession().capabilities;
  const [uploads, dispatch] = useReducer(reduceUploads, []);
  const running = useRef(new Map<string, AbortController>());
  const queryClient = useQueryClient();

  const send = useEffectEvent(
    async (to: string, upload: UploadOf<'queued'>, stop: AbortController) => {
      const { id } = upload;
      const fileName = fullName(upload);
      dispatch({ type: 'started', id });
      announce(`Uploading ${fileName}`);
      const ending = await sendFile(upload, {
        leadId: to,
        isRepeatable,
        signal: stop.signal,
        onProgress: (share) => dispatch({ type: 'progressed', id, share }),
        onAttached: (file) => hasList || addSent(queryClient, to, asListed(file, upload)),
      });
      if (ending) {
        dispatch({ type: 'ended', id, ...ending });
        announce(`${fileName} ${endings[ending.state]}`);
      }
      if (running.current.get(id) === stop) running.current.delete(id);
      // Even a failed or cancelled upload may have arrived.
      await refreshAttached(queryClient, to);
    },
  );

  useEffect(() => {
    if (leadId === undefined) return;
    for (const upload of startable(uploads)) {
      if (running.current.has(upload.id)) continue;
      const stop = new AbortController();
      running.current.set(upload.id, stop);
      void send(leadId, upload, stop);
    }
  }, [uploads, leadId]);

  useEffect(() => {
    const stops = running.current;
    return () => stops.forEach((stop) => stop.abort());
  }, []);

  /** Adds files and examines each of them. Those of a type that was asked for are then sent. */
  function add(files: readonly File[], requestedType?: AttachmentType): void {
    const picked = files.map((file) => ({ id: randomKey(), file, requestedType }));
    dispatch({ type: 'added', picked });
    for (const { id, file } of picked)
      void examineFile(file).then((examination) => dispatch({ type: 'examined', id, examination }));
  }

  /**
   * Cancels a queued or sending upload. The upload is ready again, or `unknown` if it may have
   * arrived.
   */
  function cancel(id: string): void {
    const isLost = !isRepeatable && isFullySent(uploads.find((upload) => upload.id === id));
    const why = lost('it was stopped before the service responded');
    dispatch(isLost ? { type: 'ended', id, state: 'unknown', why } : { type: 'cancelled', id });
    running.current.get(id)?.abort();
    running.current.delete(id);
  }

  return { uploads, dispatch, add, cancel };
}

interface Sending extends Pick<AttachmentUpload, 'leadId' | 'signal' | 'onProgress'> {
  /** Whether a file that is sent again is attached once. */
  readonly isRepeatable: boolean;
  readonly onAttached: (attached: Attachment) => void;
}

/**
 * Sends a file, with up to six retries if there is no response or the service is busy for seconds,
 * and retrying is safe. Returns the outcome; undefined if it was stopped.
 */
async function sendFile(
  upload: UploadOf<'queued'>,
  { isRepeatable, onProgress, onAttached, ...sending }: Sending,
): Promise<Ending | undefined> {
  const { id, type, file, revision } = upload;
  const named = { type, file, fileName: fullName(upload), idempotencyKey: `${id}-${revision}` };
  let gone: number | undefined;
  const send = async () =>
    uploadAttachment({
      ...sending,
      ...named,
      onProgress: (share) => {
        gone = share;
        onProgress(share);
      },
    }).catch(async (error: unknown) => {
      // The browser reports a file that is gone as a lost connection, however often it is sent.
      if (hasCode(error, 'unreachable')) await assertReadable(file);
      throw error;
    });
  try {
    const attached = await retryUntilResponse(send, {
      ...sending,
      maxRetries: isRepeatable ? 6 : 0,
      canRetry: (error) => hasCode(error, 'unreachable', 'service-busy', 'service-restarting'),
      maxRetryAfterMs: 10_000,
      onConnectionStatus: () => {},
    });
    onAttached(attached);
    return { state: 'sent', attachmentId: attached.id };
  } catch (error) {
    if (sending.signal.aborted) return undefined;
    if (isRepeatable || !mayHaveArrived(error, gone))
      return { state: 'failed', why: reason(error, gone) };
    return { state: 'unknown', why: lost('the service didn’t respond') };
  }
}

const endings = {
  sent: 'is attached',
  unknown: 'may have arrived',
  failed: 'was not attached',
} as const;

/** Returns the service's response with the fields that the list would have for the file. */
function asListed(attached: Attachment, { file, type, ...upload }: UploadOf<'queued'>) {
  const fields = {
    fileName: fullName(upload),
    type,
    size: file.size,
    mediaType: file.type,
    isFromClient: false,
    isOwn: false,
    withdrawableUntil: null,
  };
  return { ...attached, fields: { ...attached.fields, ...fields } };
}

/**
 * Returns whether a failed upload may have arrived: not if it was rejected or nothing could take
 * it, and not if less than the whole file was sent (`gone` below 1).
 */
function mayHaveArrived(error: unknown, gone: number | undefined): boolean {
  if (gone !== undefined && gone < 1) return false;
  if (error instanceof FileGoneError && gone === undefined) return false;
  if (hasCode(error, 'service-busy', 'service-restarting', 'upstream-unreachable')) return false;
  const status = error instanceof ServiceError ? error.status : 0;
  return status < 400 || status >= 500;
}

const lost = (why: string): string => `It may have arrived: ${why}. Check before sending it again.`;

/**
 * Returns why the upload failed, in the service's words. Without a response it is unknown whether
 * the file arrived.
 */
function reason(error: unknown, gone: number | undefined): string {
  if (error instanceof FileGoneError)
    return `${gone === 1 ? 'It may not have arrived.' : 'Not attached.'} ${error.message}`;
  if (!(error instanceof ServiceError)) return `Not attached. ${String(error)}`;
  if (hasCode(error, 'unreachable', 'timeout'))
    return `It may not have arrived. ${error.message} A retry attaches it once, even if it did.`;
  const ofFile = Object.values(error.fields);
  return ['Not attached.', ...(ofFile.length > 0 ? ofFile : [error.message])].join(' ');
}
