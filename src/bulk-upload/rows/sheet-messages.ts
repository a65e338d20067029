import type { ReadProgress } from '#src/bulk-upload/reader/recognition.ts';

import type { Sheet } from './sheet.ts';

/** What the page can request from the worker: every method of the sheet that returns a promise. */
export type SheetCall = Exclude<keyof Sheet, 'close'>;

/** A request to the worker. Functions can't be sent, so progress arrives in separate replies. */
export interface SheetRequest {
  readonly id: number;
  readonly call: SheetCall;
  readonly args: readonly unknown[];
}

/** A reply of the worker to a request: progress, and finally the result or an error message. */
export type SheetReply =
  | { readonly id: number; readonly progress: ReadProgress }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly sentence: string };
