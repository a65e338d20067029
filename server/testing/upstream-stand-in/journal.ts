import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** A file of what was stored, one JSON line each, that outlives the process however it ends. */
export interface Journal {
  /** What earlier processes have stored, oldest first. */
  readonly entries: readonly unknown[];
  /** Returns when the entries are on the disk. */
  readonly append: (entries: readonly unknown[]) => void;
  readonly close: () => void;
}

/** Opens a journal, or begins it. A last line that was cut off was never answered for: it goes. */
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
