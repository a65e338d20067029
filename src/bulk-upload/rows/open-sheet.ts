import type { ReadProgress } from '#src/bulk-upload/reader/recognition.ts';

import type { SheetCall, SheetReply, SheetRequest } from './sheet-messages.ts';
import type { Sheet } from './sheet.ts';
import workerAddress from './sheet.worker.ts?worker&url';

const died =
  'This tab ran out of memory or lost part of the program. Reload the page and choose the file again: your changes are saved.';
const closed = 'The file was closed.';

/**
 * Allows only scripts of this origin as workers: the Content-Security-Policy requires Trusted
 * Types.
 */
const policy = window.trustedTypes?.createPolicy('portal', {
  createScriptURL(address) {
    const isOurs = new URL(address, location.href).origin === location.origin;
    if (!isOurs) throw new TypeError(`${address} is not of this site.`);
    return address;
  },
});

interface Waiting {
  readonly answer: (value: unknown) => void;
  readonly fail: (error: Error) => void;
  readonly onProgress: ((progress: ReadProgress) => void) | undefined;
}

/** Starts the worker that holds one file’s rows. Call `close` when leaving the page. */
export function openSheet(): Sheet {
  const worker = new Worker((policy?.createScriptURL(workerAddress) ?? workerAddress) as string, {
    type: 'module',
    name: 'bulk upload',
  });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let end: string | null = null;

  const stop = (sentence: string) => {
    end ??= sentence;
    worker.terminate();
    for (const { fail } of waiting.values()) fail(new Error(end));
    waiting.clear();
  };
  worker.onerror = () => stop(died);
  worker.onmessageerror = () => stop(died);
  worker.onmessage = ({ data }: MessageEvent<SheetReply>) => {
    const one = waiting.get(data.id);
    if ('progress' in data) return one?.onProgress?.(data.progress);
    waiting.delete(data.id);
    if ('sentence' in data) one?.fail(new Error(data.sentence));
    else one?.answer(data.answer);
  };

  const ask = (call: SheetCall, args: readonly unknown[], onProgress?: Waiting['onProgress']) =>
    new Promise<unknown>((answer, fail) => {
      if (end !== null) return fail(new Error(end));
      asked += 1;
      waiting.set(asked, { answer, fail, onProgress });
      worker.postMessage({ id: asked, call, args } satisfies SheetRequest);
    });

  return sheetOf(ask, () => stop(closed));
}

type Ask = (
  call: SheetCall,
  args: readonly unknown[],
  onProgress?: Waiting['onProgress'],
) => Promise<unknown>;

function sheetOf(ask: Ask, close: () => void): Sheet {
  // The worker replies to each call with the type that `Sheet` declares for it.
  const calling =
    <C extends Exclude<SheetCall, 'read'>>(call: C) =>
    (...args: Parameters<Sheet[C]>) =>
      ask(call, args) as ReturnType<Sheet[C]>;
  return {
    recognise: calling('recognise'),
    read: (parseOptions, context, onProgress) =>
      ask('read', [parseOptions, context], onProgress) as ReturnType<Sheet['read']>,
    resume: calling('resume'),
    count: calling('count'),
    rows: calling('rows'),
    edit: calling('edit'),
    fix: calling('fix'),
    undo: calling('undo'),
    redo: calling('redo'),
    duplicates: calling('duplicates'),
    duplicateKeys: calling('duplicateKeys'),
    setDuplicateLeads: calling('setDuplicateLeads'),
    leaveOut: calling('leaveOut'),
    batch: calling('batch'),
    setSubmitted: calling('setSubmitted'),
    invalidRowFiles: calling('invalidRowFiles'),
    close,
  };
}
