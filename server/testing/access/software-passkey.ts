import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

import { isoCBOR } from '@simplewebauthn/server/helpers';

import { sealSignIn } from '#server/accounts/started-sign-ins.ts';
import { newToken } from '#server/auth/tokens.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { newChallenge } from '#server/second-factors/passkeys.store.ts';
import { testSecrets } from '#server/testing/test-app.ts';

/** What a passkey signs besides the challenge; tests change it to show that it is checked. */
interface Circumstances {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the device has verified who holds it. */
  readonly isVerified?: boolean;
  readonly counter?: number;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

const toClientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** A passkey of a device that is a program. */
export type SoftwarePasskey = ReturnType<typeof makePasskey>;

/** Makes a passkey for an origin (ES256, without attestation). */
export function makePasskey(origin: string) {
  const id = randomBytes(16);
  const credentialId = id.toString('base64url');
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const authenticatorData = (
    { rpId = new URL(origin).hostname, isVerified = true, counter = 0 }: Circumstances,
    credential = Buffer.alloc(0),
  ) => {
    const flags = 0x01 + (isVerified ? 0x04 : 0) + (credential.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential]);
  };
  const coseKey = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return {
    credentialId,
    publicKey: Buffer.from(isoCBOR.encode(coseKey)),
    /** Returns the response that registers the passkey. */
    register(challenge: string, as: Circumstances = {}) {
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, this.publicKey]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authenticatorData(as, credential))],
        ]),
      );
      const clientData = toClientData('webauthn.create', challenge, as.origin ?? origin);
      return {
        credentialId,
        clientData: clientData.toString('base64url'),
        attestation: Buffer.from(attestation).toString('base64url'),
      };
    },
    /** Returns the response that signs in. */
    sign(challenge: string, as: Circumstances = {}) {
      const clientData = toClientData('webauthn.get', challenge, as.origin ?? origin);
      const data = authenticatorData(as);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
      return {
        credentialId,
        clientData: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      };
    },
  };
}

/** The portal’s address where passkeys are tested with every role. */
export const passkeyOrigin = 'http://portal.test';

/** Stores a passkey of an account. Returns it, with its id. */
export async function storePasskey(db: Db, accountId: string) {
  const id = newId();
  const { credentialId, publicKey, ...passkey } = makePasskey(passkeyOrigin);
  const key = { credential_id: credentialId, public_key: publicKey, counter: 0, name: 'Laptop' };
  await db
    .insertInto('passkeys')
    .values({ id, account_id: accountId, ...key })
    .execute();
  return { id, passkey };
}

/** Returns the request that signs in to an account by a passkey. */
export async function passkeySignIn(db: Db, accountId: string) {
  const { passkey } = await storePasskey(db, accountId);
  const until = Date.now() + 60_000;
  const started = { method: 'passkey', browser: newToken(), secret: newToken(), until } as const;
  const cookie = `portal-sign-in=${sealSignIn(testSecrets.signIns, started)}`;
  return { headers: { cookie }, payload: passkey.sign(started.secret) };
}

/** Returns the request that adds a passkey in the session of an account. */
export async function newPasskey(db: Db, accountId: string) {
  const sessions = db.selectFrom('sessions').select('id').where('account_id', '=', accountId);
  const sessionId = (await sessions.executeTakeFirstOrThrow()).id;
  const challenge = await newChallenge(db, { accountId, sessionId });
  return { payload: { name: 'Laptop', ...makePasskey(passkeyOrigin).register(challenge) } };
}
