import { isTemporary, isTooMany, type ServiceError } from './service-error.ts';

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

interface RetryOptions {
  /** Stops sending and waiting. A request that doesn't use the signal itself is not cancelled. */
  readonly signal: AbortSignal;
  /** Called before each retry, and with null once the service responds again. */
  readonly onConnectionStatus: (connection: ConnectionStatus | null) => void;
  /** Milliseconds before each retry; the last delay repeats. */
  readonly retryDelaysMs?: readonly number[];
  readonly maxRetries?: number;
  /** Whether a temporary failure is retried; by default, all are. */
  readonly canRetry?: (error: ServiceError) => boolean;
  /** If the service's `Retry-After` is longer, the request is not retried. */
  readonly maxRetryAfterMs?: number;
}

/**
 * Sends a request, with retries after growing delays and no earlier than the service's
 * `Retry-After`, until there is a response. Use it only for requests that are safe to repeat.
 * @throws ServiceError if the service rejects the request, or after the last retry; the signal's
 * reason if aborted.
 */
export async function retryUntilResponse<T>(
  send: () => Promise<T>,
  {
    signal,
    onConnectionStatus,
    retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000],
    maxRetries = Infinity,
    canRetry = () => true,
    maxRetryAfterMs = Infinity,
  }: RetryOptions,
): Promise<T> {
  let since: number | undefined;
  for (let retries = 0; ; retries += 1) {
    try {
      const response = await untilAborted(send(), signal);
      if (since !== undefined) onConnectionStatus(null);
      return response;
    } catch (error) {
      signal.throwIfAborted();
      if (!isTemporary(error) || !canRetry(error) || retries >= maxRetries) throw error;
      const { retryAfterMs = 0 } = error;
      if (retryAfterMs > maxRetryAfterMs) throw error;
      since ??= Date.now();
      onConnectionStatus({ since, message: error.message, isBusy: isTooMany(error) });
      const delayMs = retryDelaysMs[Math.min(retries, retryDelaysMs.length - 1)] ?? 0;
      await pause(Math.max(delayMs, retryAfterMs), signal);
    }
  }
}

/** Returns the promise's result; throws the signal's reason if aborted first. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const handleAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', handleAbort);
  return Promise.race([promise, aborted.promise]).finally(() =>
    signal.removeEventListener('abort', handleAbort),
  );
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
    const options = { signal: ended.signal };
    const timer = setTimeout(end(resolve), milliseconds);
    globalThis.addEventListener?.('online', end(resolve), options);
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      options,
    );
  });
}
