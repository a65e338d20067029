/** What people read of a request that failed, where the service sent no sentence. */
export const unreachableSentence =
  'The service could not be reached. Check your connection, then try again.';
export const tooSlowSentence = 'The service took too long to respond. Try again.';
export const unreadableSentence =
  'Unexpected response. Reload the page; if it keeps happening, contact support.';

const ofStatus: Readonly<Record<number, string>> = {
  401: 'You are not signed in, or your session has expired. Sign in to continue.',
  403: 'You don’t have access to this.',
  404: 'This record doesn’t exist, or no longer does.',
  409: 'Someone else is changing this right now. Try again.',
  412: 'Someone else has changed this. Reload it to see the current version.',
  413: 'This is too large for the service. Send less at a time, or a smaller file.',
  415: 'This kind of file isn’t accepted.',
};

/** Returns the sentence for a status; 0 if the service was not reached. */
export function describeStatus(status: number, waitMs: number | undefined): string {
  if (status === 0) return unreachableSentence;
  if (status === 429) {
    const wait = waitMs === undefined ? 'a minute' : `${Math.ceil(waitMs / 1_000)} seconds`;
    return `Too many requests. Wait ${wait}, then try again.`;
  }
  if (status >= 500)
    return 'Something went wrong on our side, not with what you did. Try again in a minute.';
  return (
    ofStatus[status] ?? `The service rejected this (${status}). Reload the page and try again.`
  );
}

/** Why what is shown isn't up to date. */
export const unreachableReason = 'The service could not be reached.';
export const notRespondingReason = 'The service isn’t responding.';
export const slowReason = 'The service is slow to respond.';
export const tooLongReason = 'The service is taking too long to respond.';
export const busyReason = 'The service is busy.';
export const unexpectedReason = 'The service sent an unexpected response.';
export const unknownReason = 'The service has a problem.';
