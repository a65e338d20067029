import { ServiceError } from '#src/api/service-error.ts';

/** The service does not answer: since when (milliseconds), and what it or the connection said last. */
export interface ConnectionStatus {
  readonly since: number;
  readonly message: string;
  /** It answers, and asks to wait. */
  readonly isBusy: boolean;
}

/** Milliseconds before each further try; the last one repeats. */
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

interface Persistence {
  readonly signal: AbortSignal;
  /** Told of each failed try, and null once there is an answer again. */
  readonly onConnectionStatus: (connection: ConnectionStatus | null) => void;
}

/**
 * Sends the same again, with growing waits, until there is an answer. Only for what may be sent twice without being done twice.
 * @throws ServiceError the service's rejection; the signal's reason when it was given up.
 */
export async function untilAnswered<T>(
  send: () => Promise<T>,
  { signal, onConnectionStatus }: Persistence,
): Promise<T> {
  let since: number | undefined;
  for (let failures = 0; ; failures += 1) {
    try {
      const answer = await send();
      if (since !== undefined) onConnectionStatus(null);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!isWithoutAnswer(error)) throw error;
      since ??= Date.now();
      onConnectionStatus({ since, message: error.message, isBusy: error.status === 429 });
      const wait = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0;
      await pause(Math.max(wait, 1000 * (error.retryAfter ?? 0)), signal);
    }
  }
}

/** No connection, an answer that broke off, a service in a problem or too busy: nobody knows what became of it. */
function isWithoutAnswer(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.status < 400 || error.status >= 500 || [408, 429].includes(error.status);
}

/** Waits, but no longer than until the machine is online again. @throws the signal's reason when it is given up. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = (then: () => void) => () => {
      clearTimeout(timer);
      ended.abort();
      then();
    };
    const timer = setTimeout(end(resolve), milliseconds);
    globalThis.addEventListener?.('online', end(resolve), { signal: ended.signal });
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { signal: ended.signal },
    );
  });
}
