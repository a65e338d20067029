import type { ReadProgress } from '#src/csv/recognition.ts';

import type { Sheet } from './sheet.ts';

/** What the page can ask of the worker: every call of the sheet that answers. */
export type SheetCall = Exclude<keyof Sheet, 'close'>;

/** A question to the worker. Functions cannot be sent: progress comes as messages of its own. */
export interface SheetRequest {
  readonly id: number;
  readonly call: SheetCall;
  readonly args: readonly unknown[];
}

/** What the worker says to a question: how far it is, and at last the answer or a sentence why there is none. */
export type SheetReply =
  | { readonly id: number; readonly progress: ReadProgress }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly sentence: string };
