import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useEffectEvent, useReducer, useRef } from 'react';

import { attachmentsQuery, uploadAttachment } from '#src/api/attachments.ts';
import { ServiceError } from '#src/api/service-error.ts';
import { announce } from '#src/ui/announcer.tsx';

import { examineFile } from './examine-file.ts';
import {
  fullName,
  reduceUploads,
  startable,
  type Upload,
  type UploadAction,
  type UploadOf,
} from './uploads.ts';

/** The files on their way to one lead, and what can be done with them. */
export interface Uploads {
  readonly uploads: readonly Upload[];
  readonly dispatch: Dispatch<UploadAction>;
  /** Takes files in and looks at each. */
  readonly add: (files: readonly File[]) => void;
  /** Stops one that goes or waits to go; it is ready again. */
  readonly cancel: (id: string) => void;
}

/** Looks at files as they are added and sends the confirmed ones, a few at a time. What still goes when the page is left is stopped. */
export function useUploads(leadId: string): Uploads {
  const [uploads, dispatch] = useReducer(reduceUploads, []);
  const running = useRef(new Map<string, AbortController>());
  const queryClient = useQueryClient();

  const send = useEffectEvent(async (upload: UploadOf<'queued'>, stop: AbortController) => {
    const { id, type, file } = upload;
    const fileName = fullName(upload);
    dispatch({ type: 'started', id });
    announce(`Uploading ${fileName}`);
    try {
      const { id: attachmentId } = await uploadAttachment({
        leadId,
        fileName,
        type,
        file,
        idempotencyKey: `${id}-${upload.revision}`,
        signal: stop.signal,
        onProgress: (share) => dispatch({ type: 'progressed', id, share }),
      });
      dispatch({ type: 'sent', id, attachmentId });
      announce(`${fileName} is attached`);
    } catch (error) {
      if (stop.signal.aborted) return;
      dispatch({ type: 'failed', id, why: reason(error) });
      announce(`${fileName} was not attached`);
    } finally {
      if (running.current.get(id) === stop) running.current.delete(id);
      // Even a failed or stopped one may have arrived.
      await queryClient.invalidateQueries(attachmentsQuery(leadId));
    }
  });

  useEffect(() => {
    for (const upload of startable(uploads)) {
      if (running.current.has(upload.id)) continue;
      const stop = new AbortController();
      running.current.set(upload.id, stop);
      void send(upload, stop);
    }
  }, [uploads]);

  useEffect(() => {
    const stops = running.current;
    return () => stops.forEach((stop) => stop.abort());
  }, []);

  function add(files: readonly File[]): void {
    const picked = files.map((file) => ({ id: randomId(), file }));
    dispatch({ type: 'added', picked });
    for (const { id, file } of picked)
      void examineFile(file).then((examination) => dispatch({ type: 'examined', id, examination }));
  }

  function cancel(id: string): void {
    dispatch({ type: 'cancelled', id });
    running.current.get(id)?.abort();
    running.current.delete(id);
  }

  return { uploads, dispatch, add, cancel };
}

/** Not `crypto.randomUUID`, which exists on https and localhost only. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    '',
  );
}

/** What happened to the file, in the service's words; where no answer came, nobody knows whether it arrived. */
function reason(error: unknown): string {
  if (!(error instanceof ServiceError)) return `Not attached. ${String(error)}`;
  if (error.status === 0)
    return `It may not have arrived. ${error.message} A retry attaches it once, even if it did.`;
  return ['Not attached.', error.message, ...Object.values(error.fields)].join(' ');
}
