import { ServiceError } from '#src/api/service-error.ts';

/** Thrown when it was sent and no answer came: it may have been done, or not. */
export class OutcomeUnknown extends Error {
  /** As of a request that got no answer. */
  readonly status = 0;
}

/** Milliseconds: a person who is asked to wait for longer wants to hear it. */
const maxWait = 60_000;

interface Timeouts {
  /** Milliseconds to wait before each further try; their number is the number of further tries. */
  readonly retryDelaysMs: readonly number[];
  /** Gives up waiting, not what was sent. */
  readonly signal: AbortSignal;
  /** Called when a first answer did not come. */
  readonly onRetry: () => void;
}

/**
 * Sends the same thing again until there is an answer. Only for what may be sent twice without being done twice.
 * @throws ServiceError the service's rejection, or its word that nothing arrived. @throws OutcomeUnknown when no answer came in all the tries, or it was stopped.
 */
export async function sendUntilAnswered<T>(
  send: () => Promise<T>,
  { retryDelaysMs, signal, onRetry }: Timeouts,
): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => stopped.reject(new OutcomeUnknown()), { once: true });
  for (const wait of [...retryDelaysMs, undefined]) {
    try {
      return await Promise.race([send(), stopped.promise]);
    } catch (error) {
      if (!isWithoutAnswer(error)) throw error;
      const asked = 1_000 * (error.retryAfter ?? 0);
      if (wait === undefined || asked > maxWait)
        throw isNotSent(error) ? error : new OutcomeUnknown();
      onRetry();
      await Promise.race([pause(Math.max(wait, asked)), stopped.promise]);
    }
  }
  throw new OutcomeUnknown();
}

/** No connection, a broken answer, a problem in the service, or its word that the first try still runs: none of them says what became of it. */
function isWithoutAnswer(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  const { status, retryAfter } = error;
  // A 409 that names no time is the last word.
  if (status === 409) return retryAfter !== undefined;
  return status < 400 || status >= 500 || status === 408 || status === 429;
}

/** Whether none of the tries came to anything: the portal keeps a journal of what it sends on. */
export function isNotSent(error: unknown): boolean {
  return error instanceof ServiceError && error.submission?.outcome === 'not-sent';
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
