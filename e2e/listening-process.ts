import { spawn, type ChildProcess } from 'node:child_process';

/** A server process: its URL and how to end it. */
export interface ListeningProcess {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
  /**
   * Kills the process at once, as a power cut would: no request is finished, nothing is cleaned up.
   */
  readonly kill: () => Promise<void>;
  /** Returns everything that the process and its children have printed so far. */
  readonly output: () => string;
}

/**
 * Starts a command in this environment and waits until it prints `Listening on http://…`.
 * @throws Error with the command's output if it exits before.
 */
export async function startListening(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ListeningProcess> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const stop = async () => ended(child, 'SIGTERM');
  const kill = async () => ended(child, 'SIGKILL');
  const output = collectOutput(child);
  try {
    return { url: await address(child, output), pid: child.pid ?? 0, stop, kill, output };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns a function that returns what the process has printed so far. */
function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  const printed: string[] = [];
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  return () => printed.join('');
}

/**
 * Resolves with the URL that the service prints once it listens; rejects with the output if it
 * exits before.
 */
function address(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = () => {
      const url = /Listening on (https?:\/\/[^\s]+)/.exec(output())?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', read);
    child.once('error', reject);
    child.once('close', () =>
      reject(new Error(`The process ended before it listened:\n${output()}`)),
    );
  });
}

/**
 * Ends the process and all its children, which form one process group, and waits for the rest of
 * their output.
 */
function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
      return resolve();
    child.once('close', () => resolve());
    process.kill(-child.pid, signal);
  });
}
