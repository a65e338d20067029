import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';

import { saveSent } from './exports.store.ts';

/** The time between two writes of a download’s progress, in milliseconds. */
const progressMs = 500;

/**
 * Yields groups of lines, the header first, and records how many rows have been taken, also by who
 * disconnects before the end: the first of them before they are sent.
 */
export async function* recordProgress(
  { db, id, ends }: { db: Db; id: string; ends: Set<Promise<void>> },
  groups: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  const end = Promise.withResolvers<void>();
  ends.add(end.promise);
  let sent = -1;
  let isEnd = false;
  let savedAt = -Infinity;
  const save = async () => {
    if (await saveSent(db, id, sent, isEnd)) return;
    throw new ApiError('not-found', 'This export doesn’t exist.');
  };
  try {
    for await (const lines of groups) {
      sent += lines.length;
      if (sent > 0 && performance.now() - savedAt >= progressMs) {
        await save();
        savedAt = performance.now();
      }
      yield lines.join('');
    }
    isEnd = true;
  } finally {
    await save().finally(() => {
      ends.delete(end.promise);
      end.resolve();
    });
  }
}
