import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/**
 * Returns the first line of standard input; empty when there is none. At a terminal, shows a prompt
 * and hides what is typed. Never read from a command argument: arguments appear in process lists
 * and shell histories.
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
