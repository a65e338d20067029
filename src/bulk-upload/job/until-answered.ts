import { ServiceError } from '#src/api/service-error.ts';

/**
 * The service doesn't respond: since when (milliseconds), and the last message of the service or
 * the connection.
 */
export interface ConnectionStatus {
  readonly since: number;
  readonly message: string;
  /** Whether the service responds, but is too busy. */
  readonly isBusy: boolean;
}

/** Milliseconds before each retry; the last delay repeats. */
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

interface Persistence {
  readonly signal: AbortSignal;
  /** Called after each failed attempt, and with null once the service responds again. */
  readonly onConnectionStatus: (connection: ConnectionStatus | null) => void;
}

/**
 * Sends a request, with retries and growing delays, until there is a response. Only for idempotent
 * requests.
 * @throws ServiceError if the service rejects the request; the signal's reason if aborted.
 */
export async function retryUntilResponse<T>(
  send: () => Promise<T>,
  { signal, onConnectionStatus }: Persistence,
): Promise<T> {
  let since: number | undefined;
  for (let failures = 0; ; failures += 1) {
    try {
      const response = await send();
      if (since !== undefined) onConnectionStatus(null);
      return response;
    } catch (error) {
      signal.throwIfAborted();
      if (!isOutcomeOpen(error)) throw error;
      since ??= Date.now();
      onConnectionStatus({ since, message: error.message, isBusy: error.status === 429 });
      const wait = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0;
      await pause(Math.max(wait, 1000 * (error.retryAfter ?? 0)), signal);
    }
  }
}

/**
 * Returns whether it is unknown what became of the request: no connection, an incomplete response,
 * or a service that fails or is too busy.
 */
function isOutcomeOpen(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.status < 400 || error.status >= 500 || [408, 429].includes(error.status);
}

/**
 * Waits, at most until the browser is online again.
 * @throws the signal's reason if aborted.
 */
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
