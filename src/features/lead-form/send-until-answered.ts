import { ServiceError } from '#src/api/service-error.ts';

/** Thrown when a request was sent and no response came: it may or may not have been processed. */
export class OutcomeUnknownError extends Error {
  /** The same status as a request without a response. */
  readonly status = 0;
}

/**
 * In milliseconds. If the service requests a longer wait, sending stops and the error is reported.
 */
const maxWait = 60_000;

interface Timeouts {
  /** Milliseconds to wait before each retry; the length is the maximum number of retries. */
  readonly retryDelaysMs: readonly number[];
  /** Stops waiting, without cancelling the request that was sent. */
  readonly signal: AbortSignal;
  /** Called before each retry. */
  readonly onRetry: () => void;
}

/**
 * Sends a request again until there is a response. Use it only for requests that are safe to
 * repeat.
 * @throws ServiceError if the service rejects the request, or says that the request was not
 * forwarded.
 * @throws OutcomeUnknownError if no attempt got a response, or the signal aborted.
 */
export async function sendWithRetry<T>(
  send: () => Promise<T>,
  { retryDelaysMs, signal, onRetry }: Timeouts,
): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => stopped.reject(new OutcomeUnknownError()), { once: true });
  for (const wait of [...retryDelaysMs, undefined]) {
    try {
      return await Promise.race([send(), stopped.promise]);
    } catch (error) {
      if (!isOutcomeOpen(error)) throw error;
      const asked = 1_000 * (error.retryAfter ?? 0);
      if (wait === undefined || asked > maxWait)
        throw isNotSent(error) ? error : new OutcomeUnknownError();
      onRetry();
      await Promise.race([pause(Math.max(wait, asked)), stopped.promise]);
    }
  }
  throw new OutcomeUnknownError();
}

/**
 * Returns whether an error leaves the outcome open: no connection, an invalid response, a server
 * error, or a first attempt that is still running.
 */
function isOutcomeOpen(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  const { status, retryAfter } = error;
  // A 409 without `Retry-After` is final.
  if (status === 409) return retryAfter !== undefined;
  return status < 400 || status >= 500 || status === 408 || status === 429;
}

/**
 * Returns whether no attempt reached the upstream service. The portal keeps a journal of what it
 * forwards.
 */
export function isNotSent(error: unknown): boolean {
  return error instanceof ServiceError && error.submission?.outcome === 'not-sent';
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
