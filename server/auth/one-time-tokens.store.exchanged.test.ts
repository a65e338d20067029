import { describe, expect, test } from 'vitest';

import { readAccount } from '#server/accounts/accounts.store.ts';
import { newPasswordLink } from '#server/accounts/password-links.store.ts';
import { newEmailLinks } from '#server/accounts/password-links.ts';
import { openStep } from '#server/accounts/second-step.ts';
import { sealSignIn } from '#server/accounts/started-sign-ins.ts';
import { newChallenge } from '#server/second-factors/passkeys.store.ts';
import { appCode, setUpApp } from '#server/testing/access/apps.ts';
import { openIdentityProvider } from '#server/testing/access/identity-provider.ts';
import {
  makePasskey,
  passkeyOrigin,
  storePasskey,
} from '#server/testing/access/software-passkey.ts';
import { started, withService } from '#server/testing/access/with-people.ts';
import { confirmPassword, makePerson, type Person } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';

import { callerByCookie } from './sessions.store.ts';
import { newToken } from './tokens.ts';

describe('what works once for one thing', () => {
  const provider = started(openIdentityProvider);
  const service = withService('PostgreSQL', () => ({
    env: { ...provider.env, PUBLIC_URL: passkeyOrigin },
  }));

  /** Somebody with a session whose password is confirmed, an app and a passkey. */
  async function newcomer() {
    const { db } = service.database;
    const person = await makePerson(db, 'broker');
    const { secret } = await setUpApp(db, person.accountId);
    const { passkey } = await storePasskey(db, person.accountId);
    await confirmPassword(db, person);
    return { person, secret, passkey };
  }
  type Newcomer = Awaited<ReturnType<typeof newcomer>>;

  /** What a browser has of a token: the text, and what would be its cookie. */
  interface Issued {
    readonly token: string;
    readonly cookie?: string;
  }
  const seal = (method: 'passkey' | 'provider'): Issued => {
    const token = newToken();
    const sealed = { method, browser: newToken(), secret: token, until: Date.now() + 60_000 };
    return { token, cookie: sealSignIn(testSecrets.signIns, sealed) };
  };
  const readEmailLinks = async ({ accountId }: Person) => {
    const { db } = service.database;
    const account = await readAccount(db, accountId);
    return db.transaction().execute((tx) => newEmailLinks(tx, account, `new-${account.email}`));
  };

  /** How each token is issued, and the use that spends it. */
  const issued: Readonly<
    Record<string, readonly [use: Use, issue: (person: Person) => Promise<Issued>]>
  > = {
    'an invitation': [
      'set a password',
      async ({ accountId }) => ({ token: await newPasswordLink(service.database.db, accountId) }),
    ],
    'a link for a forgotten password': [
      'set a password',
      async ({ accountId }) => ({
        token: await newPasswordLink(service.database.db, accountId, 'forgotten-password'),
      }),
    ],
    'a link to undo a change of email': [
      'set a password',
      async (person) => ({ token: (await readEmailLinks(person)).undoToken }),
    ],
    'a link to a new email': [
      'confirm an email',
      async (person) => ({ token: (await readEmailLinks(person)).token }),
    ],
    'a second step': [
      'enter a code',
      async ({ accountId }) => ({ token: await openStep(service.database.db, accountId) }),
    ],
    'a challenge to add a passkey': [
      'add a passkey',
      async ({ accountId, session }) => {
        const { db, pool } = service.database;
        const caller = await callerByCookie(pool, session.cookie.split('=')[1] ?? '');
        const sessionId = caller?.sessionId ?? '';
        return { token: await newChallenge(db, { accountId, sessionId }) };
      },
    ],
    'a sign-in by passkey': ['sign in by a passkey', async () => seal('passkey')],
    'a sign-in at the provider': ['sign in by the provider', async () => seal('provider')],
  };

  let networks = 0;
  const post = async (url: string, payload: object, cookie?: string) =>
    service.call('POST', url, {
      payload,
      remoteAddress: `198.51.100.${(networks += 1)}`,
      headers: cookie === undefined ? {} : { cookie },
    });
  const asStep = ({ token, cookie = token }: Issued) => `portal-sign-in=${cookie}`;

  /** The request that spends a token, and its error for any other token. */
  const uses = {
    'set a password': [
      'link-expired',
      async (_: Newcomer, { token }: Issued) =>
        post('/portal/password', { token, password: 'lantern kauri tide' }),
    ],
    'confirm an email': [
      'link-expired',
      async (_: Newcomer, { token }: Issued) => post('/portal/email', { token }),
    ],
    'enter a code': [
      'second-step-expired',
      async ({ secret }: Newcomer, token: Issued) =>
        post('/portal/session/code', { code: appCode(secret) }, asStep(token)),
    ],
    'set up an app': [
      'second-step-expired',
      async (_: Newcomer, token: Issued) =>
        post('/portal/session/authenticator', {}, asStep(token)),
    ],
    'add a passkey': [
      'wrong-code',
      async ({ person }: Newcomer, { token }: Issued) => {
        const made = { name: 'Laptop', ...makePasskey(passkeyOrigin).register(token) };
        return post('/portal/passkeys', made, person.session.cookie);
      },
    ],
    'sign in by a passkey': [
      'wrong-credentials',
      async ({ passkey }: Newcomer, token: Issued) =>
        post('/portal/session/passkey', passkey.sign(token.token), asStep(token)),
    ],
    'sign in by the provider': [
      'second-step-expired',
      async (_: Newcomer, token: Issued) =>
        post('/portal/session/provider', { response: 'code=one' }, asStep(token)),
    ],
  } as const;
  type Use = keyof typeof uses;

  test.each(Object.keys(issued))(
    '%s does nothing else, and then works once, also of two uses at once',
    async (what) => {
      const [own, issue] = issued[what] ?? [];
      if (own === undefined || issue === undefined) throw new Error(what);
      const owner = await newcomer();
      const token = await issue(owner.person);
      for (const [use, [code, spend]] of Object.entries(uses)) {
        if (use === own) continue;
        const response = await spend(owner, token);
        expect([use, response.json().code], use).toEqual([use, code]);
        expect(response.cookies.filter(({ name }) => name === 'portal-session')).toEqual([]);
      }
      const [code, spend] = uses[own];
      const both = await Promise.all([spend(owner, token), spend(owner, token)]);
      // The provider, which is asked once, knows nothing of this sign-in.
      const isSpent = ({ statusCode, body }: (typeof both)[number]) =>
        own === 'sign in by the provider' ? body.includes('wrong-credentials') : statusCode === 200;
      expect(both.filter(isSpent)).toHaveLength(1);
      expect((await spend(owner, token)).json().code).toBe(code);
    },
  );
});
