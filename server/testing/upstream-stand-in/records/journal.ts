import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** A file of stored entries, one JSON line each, that survives the process however it ends. */
export interface Journal {
  /** The entries of earlier processes, oldest first. */
  readonly entries: readonly unknown[];
  /** Returns when the entries are on the disk. */
  readonly append: (entries: readonly unknown[]) => void;
  readonly close: () => void;
}

/**
 * Opens or creates a journal. Removes a truncated last line, because its request never got a
 * response.
 */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a+');
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf('\n') + 1;
  ftruncateSync(file, end);
  const lines = bytes.subarray(0, end).toString().split('\n').slice(0, -1);
  return {
    entries: lines.map((line): unknown => JSON.parse(line)),
    append: (entries) => {
      writeSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}
