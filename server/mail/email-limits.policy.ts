import type { Db } from '#server/db/connect.ts';
import { tooMany } from '#server/http/rate-limits.ts';

import { countEmail, emailLimits } from './email-limits.store.ts';

/**
 * Counts an email that somebody who is signed in has sent to an address.
 * @throws ApiError 429
 */
export async function requireRecipient(db: Db, email: string): Promise<void> {
  const seconds = await countEmail(db, 'recipient', email);
  const { atOnce } = emailLimits.recipient;
  if (seconds > 0) throw tooManyEmails(`${email} was sent ${atOnce} emails lately.`, seconds);
}

/**
 * Counts an invitation, link or integration of an admin.
 * @throws ApiError 429
 */
export async function requireSender(db: Db, accountId: string): Promise<void> {
  const seconds = await countEmail(db, 'admin', accountId);
  const { atOnce } = emailLimits.admin;
  if (seconds > 0)
    throw tooManyEmails(`You made ${atOnce} invitations, links and integrations lately.`, seconds);
}

function tooManyEmails(sentence: string, seconds: number) {
  const [wait, unit] =
    seconds > 3_600 ? [Math.ceil(seconds / 3_600), 'hour'] : [Math.ceil(seconds / 60), 'minute'];
  const time = `${wait} ${unit}${wait === 1 ? '' : 's'}`;
  return tooMany('too-many-requests', `${sentence} Try again in ${time}.`, seconds);
}
