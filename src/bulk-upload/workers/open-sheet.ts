import type { ReadProgress } from '#src/bulk-upload/reader/recognition.ts';
import type { Sheet } from '#src/bulk-upload/rows/sheet.ts';
import { awaitPart } from '#src/lib/load-lazily.ts';
import { scriptAddress } from '#src/lib/script-address.ts';
import { MissingPartError } from '#src/lib/worker-part.ts';

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

type Outcome = Exclude<SheetReply, { progress: unknown } | { isPartMissing: true }>;

/** The worker of one file, and the calls that it has not replied to. */
class SheetWorker {
  readonly #pending = new Map<number, (reply: SheetReply) => void>();
  #lastId = 0;
  #end: string | null = null;
  #worker: Worker | undefined = this.#start();

  #start(): Worker {
    let hasReplied = false;
    const started = new Worker(scriptAddress(workerAddress), {
      type: 'module',
      name: 'bulk upload',
    });
    started.onmessage = ({ data }: MessageEvent<SheetReply>) => {
      hasReplied = true;
      this.#pending.get(data.id)?.(data);
    };
    started.onmessageerror = () => this.stop(died);
    started.onerror = () => {
      if (hasReplied) return this.stop(died);
      // Its script was not loaded.
      this.#worker = undefined;
      for (const [id, receive] of this.#pending) receive({ id, isPartMissing: true });
    };
    return started;
  }

  stop(error: string): void {
    this.#end ??= error;
    this.#worker?.terminate();
    for (const [id, receive] of this.#pending) receive({ id, error: this.#end });
  }

  /**
   * Returns the outcome of a call; starts another worker if there is none.
   * @throws MissingPartError
   */
  async ask<C extends SheetCall>(
    call: C,
    args: SheetArgs<C>,
    onProgress?: (progress: ReadProgress) => void,
  ): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const id = (this.#lastId += 1);
      if (this.#end !== null) return resolve({ id, error: this.#end });
      this.#pending.set(id, (reply) => {
        if ('progress' in reply) return onProgress?.(reply.progress);
        this.#pending.delete(id);
        if ('isPartMissing' in reply) return reject(new MissingPartError());
        return resolve(reply);
      });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, call, args } satisfies SheetRequest<C>);
    });
  }
}

/**
 * Starts the worker that holds one file’s rows. Where its script, or a part of it that is loaded
 * late, can't be loaded, a call waits and is repeated, as every part of the portal is. Call `close`
 * when leaving the page.
 */
export function openSheet(): Sheet {
  const worker = new SheetWorker();
  const send = async <C extends SheetCall>(
    call: C,
    args: SheetArgs<C>,
    onProgress?: (progress: ReadProgress) => void,
  ): Promise<SheetResult<C>> => {
    const outcome = await awaitPart(async () => worker.ask(call, args, onProgress));
    if ('error' in outcome) throw new Error(outcome.error);
    // The worker replies with what the method of this name returns.
    return outcome.result as SheetResult<C>;
  };
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
    close: () => worker.stop(closed),
  };
}
