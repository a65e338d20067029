import { TOTP } from 'otpauth';

import { openStep } from '#server/accounts/second-step.ts';
import type { Db } from '#server/db/connect.ts';
import {
  confirmAuthenticator,
  removeFactors,
  renewRecoveryCodes,
  startAuthenticator,
} from '#server/second-factors/second-factors.store.ts';
import { testSecrets } from '#server/testing/test-app.ts';

const keys = testSecrets.secondFactors;

/** Returns the code that an authenticator app shows. */
export const appCode = (secret: string, at = new Date()) =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() });

/** Sets up an authenticator app long ago. Returns its secret and the recovery codes. */
export async function setUpApp(db: Db, accountId: string) {
  const { secret } = await startAuthenticator(db, { accountId, keys }, 'Partner portal');
  const at = new Date('2026-01-01');
  await confirmAuthenticator(db, { accountId, keys }, appCode(secret, at), at);
  return { secret, recoveryCodes: await renewRecoveryCodes(db, accountId) };
}

/** Starts to set up the only app of an account. Returns the payload that confirms it. */
export async function startedApp(db: Db, accountId: string) {
  await removeFactors(db, accountId);
  const { secret } = await startAuthenticator(db, { accountId, keys }, 'Partner portal');
  return { payload: { code: appCode(secret) } };
}

/** Returns the headers of a browser in which the password of an account was right. */
export async function atSecondStep(db: Db, accountId: string) {
  return { headers: { cookie: `portal-sign-in=${await openStep(db, accountId)}` } };
}
