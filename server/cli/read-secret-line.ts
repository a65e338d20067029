import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/**
 * The first line of standard input; nothing when it is empty. At a terminal it is asked for, and what is typed is not shown. Never an
 * argument of the command: those stand in lists of processes and in shell histories.
 */
export async function readSecretLine(
  question: string,
  input: Readable & { readonly isTTY?: boolean } = process.stdin,
): Promise<string> {
  const isTerminal = input.isTTY === true;
  if (isTerminal) process.stderr.write(question);
  const silent = new Writable({ write: (_text, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}
