import type { ReadProgress } from '#src/bulk-upload/reader/recognition.ts';

import type { SheetReply, SheetRequest } from './sheet-messages.ts';
import { ValidatedSheet } from './validated-sheet.ts';
import { warmUp } from './warm-up.ts';

/**
 * Holds the rows of one file. Every request of `open-sheet.ts` gets a reply: a result or an error.
 */
const sheet = new ValidatedSheet();

addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => {
  void answer(data);
});

// An error here would occur again with a real file and be reported then.
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
