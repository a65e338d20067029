import type { ReadProgress } from '#src/bulk-upload/reader/recognition.ts';
import type { Sheet } from '#src/bulk-upload/rows/sheet.ts';
import { ValidatedSheet } from '#src/bulk-upload/rows/validated-sheet.ts';
import { MissingPartError } from '#src/lib/worker-part.ts';

/** The methods that the page can call: those of the sheet that return a promise. */
type Calls = Omit<Sheet, 'close' | 'read'> & {
  // Functions can't be sent, so progress arrives in separate replies.
  read(...args: WithoutLast<Parameters<Sheet['read']>>): ReturnType<Sheet['read']>;
};
type WithoutLast<T extends unknown[]> = T extends [...infer Rest, unknown] ? Rest : never;

export type SheetCall = keyof Calls;
export type SheetArgs<C extends SheetCall> = Parameters<Calls[C]>;
export type SheetResult<C extends SheetCall> = Awaited<ReturnType<Calls[C]>>;

/** A call by the page. */
export interface SheetRequest<C extends SheetCall = SheetCall> {
  readonly id: number;
  readonly call: C;
  readonly args: SheetArgs<C>;
}

/** A reply to a call: progress, and finally the result or an error message. */
export type SheetReply =
  | { readonly id: number; readonly progress: ReadProgress }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }
  /** A part of the program that the call needs was not loaded: the call may be repeated. */
  | { readonly id: number; readonly isPartMissing: true };

/** Holds the rows of one file. Every call gets a reply. */
const { read, ...others } = new ValidatedSheet();

function reply(message: SheetReply): void {
  postMessage(message);
}

async function respond<C extends SheetCall>({ id, call, args }: SheetRequest<C>): Promise<void> {
  const calls: { [K in SheetCall]: (...args: SheetArgs<K>) => Promise<SheetResult<K>> } = {
    ...others,
    read: (options, context) => read(options, context, (progress) => reply({ id, progress })),
  };
  try {
    reply({ id, result: await calls[call](...args) });
  } catch (error) {
    if (error instanceof MissingPartError) return reply({ id, isPartMissing: true });
    return reply({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => void respond(data));
