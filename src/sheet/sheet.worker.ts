import type { ReadProgress } from '#src/csv/recognition.ts';

import type { SheetReply, SheetRequest } from './sheet-messages.ts';
import { ValidatedSheet } from './validated-sheet.ts';
import { warmUp } from './warm-up.ts';

/** The worker that holds the rows: answers what `open-sheet.ts` asks, with an end for every question. */
const sheet = new ValidatedSheet();

addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => {
  void answer(data);
});

// What goes wrong in it goes wrong again with a real file, and is told then.
warmUp(new ValidatedSheet()).catch(() => undefined);

function reply(message: SheetReply): void {
  postMessage(message);
}

async function answer({ id, call, args }: SheetRequest): Promise<void> {
  const onProgress = (progress: ReadProgress) => reply({ id, progress });
  const ask = sheet[call].bind(sheet) as (...all: unknown[]) => Promise<unknown>;
  try {
    reply({ id, answer: await ask(...args, ...(call === 'read' ? [onProgress] : [])) });
  } catch (error) {
    reply({ id, sentence: error instanceof Error ? error.message : String(error) });
  }
}
