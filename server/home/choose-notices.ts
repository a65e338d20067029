import type { Notices } from '#contract/portal/notices.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldError } from '#server/errors/api-error.ts';

import { saveNotices } from './notices.store.ts';

/**
 * Stores when an account gets emails about records that begin to wait from now on.
 * @throws ApiError 400 when the database doesn’t know the time zone
 */
export async function chooseNotices(
  db: Db,
  accountId: string,
  choice: Notices & { readonly now: Date },
): Promise<void> {
  if (await saveNotices(db, accountId, choice)) return;
  throw fieldError('timeZone', 'The portal doesn’t know this time zone. Choose another.');
}
