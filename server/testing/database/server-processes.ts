import { readFileSync } from 'node:fs';

/** Returns the ids of a server’s processes, on Linux: its first, then those that it started. */
export function listProcesses(first: number): number[] {
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim();
  return [first, ...children.split(' ').filter(Boolean).map(Number)];
}

/** Sends a signal to those processes that still run. An id of 0 would name our own group. */
export function signalAll(processes: readonly number[], name: NodeJS.Signals): void {
  for (const id of processes.filter((each) => each > 0)) {
    try {
      process.kill(id, name);
    } catch {
      // It has ended by itself: a server’s processes come and go.
    }
  }
}
