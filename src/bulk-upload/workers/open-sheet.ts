import type { ReadProgress } from '#src/bulk-upload/reader/recognition.ts';
import type { Sheet } from '#src/bulk-upload/rows/sheet.ts';
import { startWorker } from '#src/lib/script-address.ts';

import type {
  SheetArgs,
  SheetCall,
  SheetReply,
  SheetRequest,
  SheetResult,
} from './sheet.worker.ts';
import workerAddress from './sheet.worker.ts?worker&url';

const died =
  'This tab ran out of memory or lost part of the program. Reload the page and choose the file again: your changes are saved.';
const closed = 'The file was closed.';

/** Starts the worker that holds one file’s rows. Call `close` when leaving the page. */
export function openSheet(): Sheet {
  const worker = startWorker(workerAddress, 'bulk upload');
  const pending = new Map<number, (reply: SheetReply) => void>();
  let lastId = 0;
  let end: string | null = null;

  const stop = (error: string) => {
    end ??= error;
    worker.terminate();
    for (const [id, receive] of pending) receive({ id, error: end });
    pending.clear();
  };
  worker.onerror = () => stop(died);
  worker.onmessageerror = () => stop(died);
  worker.onmessage = ({ data }: MessageEvent<SheetReply>) => {
    pending.get(data.id)?.(data);
    if (!('progress' in data)) pending.delete(data.id);
  };

  const send = <C extends SheetCall>(
    call: C,
    args: SheetArgs<C>,
    onProgress?: (progress: ReadProgress) => void,
  ) =>
    new Promise<SheetResult<C>>((resolve, reject) => {
      if (end !== null) return reject(new Error(end));
      lastId += 1;
      pending.set(lastId, (reply) => {
        if ('progress' in reply) onProgress?.(reply.progress);
        else if ('error' in reply) reject(new Error(reply.error));
        // The worker replies with what the method of this name returns.
        else resolve(reply.result as SheetResult<C>);
      });
      worker.postMessage({ id: lastId, call, args } satisfies SheetRequest<C>);
    });

  return {
    recognise: (...args) => send('recognise', args),
    read: (parseOptions, context, onProgress) => send('read', [parseOptions, context], onProgress),
    resume: (...args) => send('resume', args),
    count: (...args) => send('count', args),
    rows: (...args) => send('rows', args),
    edit: (...args) => send('edit', args),
    fix: (...args) => send('fix', args),
    fixAll: (...args) => send('fixAll', args),
    fill: (...args) => send('fill', args),
    issueRows: (...args) => send('issueRows', args),
    tryResolution: (...args) => send('tryResolution', args),
    undo: () => send('undo', []),
    redo: () => send('redo', []),
    duplicates: (...args) => send('duplicates', args),
    duplicateKeys: (...args) => send('duplicateKeys', args),
    setDuplicateLeads: (...args) => send('setDuplicateLeads', args),
    leaveOut: (...args) => send('leaveOut', args),
    batch: (...args) => send('batch', args),
    setSubmitted: (...args) => send('setSubmitted', args),
    close: () => stop(closed),
  };
}
