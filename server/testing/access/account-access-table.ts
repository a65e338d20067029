import { randomBytes } from 'node:crypto';

import { accountEndpoints } from '#contract/portal/accounts.ts';
import { ownAccountEndpoints } from '#contract/portal/own-account.ts';
import { passkeyEndpoints } from '#contract/portal/passkeys/passkeys.ts';
import { managedAccountEndpoints } from '#contract/portal/people/managed-accounts.ts';
import { secondFactorEndpoints } from '#contract/portal/second-factor/second-factor.ts';
import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { readAccount } from '#server/accounts/accounts.store.ts';
import { newPasswordLink } from '#server/accounts/password-links.store.ts';
import { newEmailLinks } from '#server/accounts/password-links.ts';
import { testPassword } from '#server/testing/people.ts';

import { atSecondStep, setUpApp, startedApp } from './apps.ts';
import {
  type Access,
  adminsOnly,
  call,
  everybody,
  list,
  managers,
  record,
  visible,
} from './expected-access.ts';
import { newPasskey, passkeySignIn, storePasskey } from './software-passkey.ts';

const accountPart = {
  ...accountEndpoints,
  ...signInEndpoints,
  ...ownAccountEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...managedAccountEndpoints,
};

const nowhere = { broker: 404, 'partner-admin': 404, support: 404 };
const newEmail = () => `${randomBytes(8).toString('hex')}@people.test`;

/** The rows of signing in, of one’s own account, and of those that one manages. */
export const accountAccess: Record<keyof typeof accountPart, Access> = {
  readSignIn: call(everybody),
  signIn: call(everybody, ({ caller }) => ({
    payload: { email: caller.email, password: testPassword },
  })),
  confirmSignIn: call(everybody, async ({ caller: { accountId }, db }) => {
    const [code] = (await setUpApp(db, accountId)).recoveryCodes;
    return { payload: { code }, ...(await atSecondStep(db, accountId)) };
  }),
  startSetUp: call(everybody, async ({ caller, db }) => atSecondStep(db, caller.accountId)),
  confirmSetUp: call(everybody, async ({ caller: { accountId }, db }) => ({
    ...(await startedApp(db, accountId)),
    ...(await atSecondStep(db, accountId)),
  })),
  // Not set up here; where it is: server/identity-provider.
  startProviderSignIn: call(nowhere, () => ({ payload: { returnTo: '/' } })),
  startProviderConfirmation: call(nowhere, () => ({ payload: { returnTo: '/' } })),
  signInByProvider: call(nowhere, () => ({ payload: { response: 'code=1&state=2' } })),
  readSession: call(everybody),
  signOut: call(everybody),
  createAccessToken: call(everybody),
  confirmPassword: call(everybody, () => ({ payload: { password: testPassword } })),
  requestPasswordLink: call(everybody, ({ caller }) => ({ payload: { email: caller.email } })),
  setPassword: call(everybody, async ({ caller, db }) => ({
    payload: {
      token: await newPasswordLink(db, caller.accountId),
      password: 'twelve or more letters',
    },
  })),
  readSecondFactor: call(everybody),
  startAuthenticator: call(everybody),
  confirmAuthenticator: call(everybody, async ({ caller, db }) => startedApp(db, caller.accountId)),
  removeAuthenticator: call(everybody, async ({ caller, db }) => {
    await setUpApp(db, caller.accountId);
    return {};
  }),
  renewRecoveryCodes: call(everybody, async ({ caller, db }) => {
    await setUpApp(db, caller.accountId);
    return {};
  }),
  listPasskeys: call(everybody),
  startPasskey: call(everybody),
  startPasskeySignIn: call(everybody),
  addPasskey: call(everybody, async ({ caller, db }) => newPasskey(db, caller.accountId)),
  signInByPasskey: call(everybody, async ({ caller, db }) => passkeySignIn(db, caller.accountId)),
  // Somebody else’s is not found, as if it had been removed.
  removePasskey: record('passkey', {
    broker: [200, 404, 404, 404, 404],
    'partner-admin': [200, 404, 404, 404, 404],
    support: [404, 404, 404, 404, 404],
  }),
  changePassword: call(everybody, () => ({
    payload: { current: testPassword, password: 'lantern kauri tide' },
  })),
  changeIdentity: call(everybody, () => ({ payload: { name: 'Noor Aziz', email: newEmail() } })),
  confirmEmail: call(everybody, async ({ caller, db }) => {
    const account = await readAccount(db, caller.accountId);
    return { payload: { token: (await newEmailLinks(db, account, account.email)).token } };
  }),
  listSessions: call(everybody),
  // Support has not the operator's right here; with it: server/managed-accounts.
  listAccounts: list(
    { broker: 403, 'partner-admin': visible['partner-admin'], support: 403 },
    (row) => row.contactId ?? '',
  ),
  invitePerson: call(adminsOnly, () => ({
    payload: { name: 'Noor Aziz', email: newEmail(), role: 'broker' },
  })),
  addIntegration: call(adminsOnly, () => ({ payload: { name: 'Acme CRM', role: 'broker' } })),
  sendLink: record('account', managers),
  changeAccount: record('account', managers, () => ({ payload: { role: 'broker' } })),
  resetSecondFactor: record('account', managers, async ({ db }) => {
    const accounts = await db.selectFrom('accounts').select('id').execute();
    for (const { id } of accounts) await storePasskey(db, id);
    return {};
  }),
  unlockAccount: record('account', managers),
  endOtherSessions: call(everybody),
  // Somebody else's is not found, as if it had ended. The broker's is ended when it is support's
  // turn.
  endSession: record('session', {
    broker: [200, 404, 404, 404, 404],
    'partner-admin': [200, 404, 404, 404, 404],
    support: [404, 404, 404, 404, 404],
  }),
};
