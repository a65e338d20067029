import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

import type { Role } from '#contract/endpoint.ts';
import { maxPasskeys, passkeyEndpoints as endpoints } from '#contract/portal/passkeys/passkeys.ts';
import { getOrigin, recordAct } from '#server/audit/audit.store.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';

import { listPasskeys, openChallenge, readSite, takeChallenge } from './passkeys.store.ts';
import { factorConflict, listFactors } from './second-factors.store.ts';

interface Deps {
  readonly db: Db;
  /** Whether people of a role must have a second factor. */
  readonly isRequired: (role: Role) => boolean;
}

/** EdDSA, ES256 and RS256: what the devices of today have. */
const supportedAlgorithmIDs = [-8, -7, -257];
const details = { factor: 'passkey' };
const type = 'public-key' as const;
const required = 'required' as const;

/** Registers what people do with their own passkeys. */
export function passkeyRoutes(app: FastifyInstance, { db, isRequired }: Deps): void {
  route(app, endpoints.listPasskeys, async ({ caller }) =>
    (await listPasskeys(db, caller.accountId)).map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
  );

  route(app, endpoints.startPasskey, async ({ caller }) => {
    await requireConfirmed(db, caller);
    const { accountId, name: displayName } = caller;
    const { expectedRPID: id } = readSite(app.publicUrl);
    const { email } = await lockOwner(db, accountId);
    const existing = await listPasskeys(db, accountId);
    return {
      challenge: await openChallenge(db, caller.sessionId),
      rp: { id, name: 'Partner portal' },
      user: { id: Buffer.from(accountId).toString('base64url'), name: email, displayName },
      pubKeyCredParams: supportedAlgorithmIDs.map((alg) => ({ type, alg })),
      excludeCredentials: existing.map((one) => ({ type, id: one.credential_id })),
      authenticatorSelection: { residentKey: required, userVerification: required },
    };
  });

  route(app, endpoints.addPasskey, async ({ caller, readBody, request }) => {
    await requireConfirmed(db, caller);
    const { name, credentialId: id, ...made } = readBody();
    const response = { clientDataJSON: made.clientData, attestationObject: made.attestation };
    // Loaded with the first passkey: it would be an eighth of the time of a start.
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type, response, clientExtensionResults: {} },
      expectedChallenge: await takeChallenge(db, caller.sessionId),
      ...readSite(app.publicUrl),
      supportedAlgorithmIDs,
    }).catch(() => ({ registrationInfo: undefined }));
    if (!registrationInfo)
      throw new ApiError('wrong-code', 'This passkey couldn’t be checked. Try again.');
    const { id: credential_id, publicKey, counter } = registrationInfo.credential;
    const key = { credential_id, public_key: Buffer.from(publicKey), counter };
    await db.transaction().execute(async (tx) => {
      await lockOwner(tx, caller.accountId);
      if ((await listPasskeys(tx, caller.accountId)).length >= maxPasskeys)
        throw factorConflict(`You have ${maxPasskeys} passkeys. Remove one first.`);
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('passkeys')
        .values({ id: newId(), account_id: caller.accountId, name, ...key })
        .onConflict((taken) => taken.column('credential_id').doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) throw factorConflict('This passkey was added already.');
      await recordAct(tx, { ...getOrigin(caller, request), act: 'factor-added', details });
    });
  });

  route(app, endpoints.removePasskey, async ({ caller, params, request }) => {
    await requireConfirmed(db, caller);
    const { accountId, role } = caller;
    await db.transaction().execute(async (tx) => {
      await lockOwner(tx, accountId);
      const { numDeletedRows } = await tx
        .deleteFrom('passkeys')
        .where('id', '=', params.id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (numDeletedRows === 0n)
        throw new ApiError('not-found', 'This passkey was removed already.');
      if (isRequired(role) && (await listFactors(tx, accountId)).length === 0)
        throw factorConflict('You need a second factor. Add another passkey or an app first.');
      await recordAct(tx, { ...getOrigin(caller, request), act: 'factor-removed', details });
    });
  });
}

/** Returns the owner; in a transaction, their other changes wait, so that limits hold. */
async function lockOwner(tx: Db, id: string): Promise<{ email: string }> {
  const { rows } = await sql<{ email: string }>`
    select email from accounts where id = ${id} for no key update`.execute(tx);
  return rows[0] ?? { email: '' };
}
