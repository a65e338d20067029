import { retryUntilResponse } from './retry.ts';
import { isTemporary, ServiceError } from './service-error.ts';

/** Thrown when a request was sent and no response came: it may or may not have been processed. */
export class OutcomeUnknownError extends ServiceError {
  constructor() {
    super(0, 'unreachable', '');
  }
}

interface SendOptions {
  /** Stops waiting, without cancelling the request that was sent. */
  readonly signal: AbortSignal;
  /** Called before each retry. */
  readonly onRetry: () => void;
  readonly retryDelaysMs?: readonly number[];
}

/**
 * Sends a request with at most five retries, in half a minute if the service doesn't request a
 * longer wait. Use it only for requests that are safe to repeat.
 * @throws ServiceError if the service rejects the request, or says that the request was not
 * forwarded.
 * @throws OutcomeUnknownError if no attempt got a response, or the signal aborted.
 */
export async function sendWithRetry<T>(
  send: () => Promise<T>,
  { signal, onRetry, ...options }: SendOptions,
): Promise<T> {
  try {
    return await retryUntilResponse(send, {
      signal,
      onConnectionStatus: (connection) => connection && onRetry(),
      maxRetries: 5,
      maxRetryAfterMs: 60_000,
      ...options,
    });
  } catch (error) {
    if (!signal.aborted && (!isTemporary(error) || isNotSent(error))) throw error;
    throw new OutcomeUnknownError();
  }
}

/**
 * Returns whether no attempt reached the upstream service. The portal keeps a journal of what it
 * forwards.
 */
export function isNotSent(error: unknown): boolean {
  return error instanceof ServiceError && error.submission?.outcome === 'not-sent';
}
