import type { FastifyInstance } from 'fastify';

import type { Role } from '#contract/endpoint.ts';
import { maxPasskeys, passkeyEndpoints } from '#contract/portal/passkeys/passkeys.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { getOrigin } from '#server/auth/origin.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';

import { readSite } from './passkeys.policy.ts';
import { presentPasskey } from './passkeys.presenter.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  newChallenge,
  spendChallenge,
} from './passkeys.store.ts';
import { factorConflict } from './second-factors.policy.ts';
import { listFactors, lockOwner } from './second-factors.store.ts';

interface Deps {
  readonly db: Db;
  readonly config: Pick<Config, 'brand'>;
  /** Whether people of a role must have a second factor. */
  readonly isRequired: (role: Role) => boolean;
}

/** EdDSA, ES256 and RS256: what the devices of today have. */
const supportedAlgorithmIDs = [-8, -7, -257];
const details = { factor: 'passkey' };
const type = 'public-key' as const;
const required = 'required' as const;

/** Registers the routes of people’s own passkeys. */
export function passkeyRoutes(app: FastifyInstance, { db, config, isRequired }: Deps): void {
  route(app, passkeyEndpoints.listPasskeys, async ({ caller }) =>
    (await listPasskeys(db, caller.accountId)).map(presentPasskey),
  );

  route(app, passkeyEndpoints.startPasskey, async ({ caller }) => {
    await requireConfirmed(db, caller);
    const { accountId, name: displayName } = caller;
    const { expectedRPID: id } = readSite(app.publicUrl);
    const { email } = await lockOwner(db, accountId);
    const existing = await listPasskeys(db, accountId);
    return {
      challenge: await newChallenge(db, caller),
      rp: { id, name: config.brand.name },
      user: { id: Buffer.from(accountId).toString('base64url'), name: email, displayName },
      pubKeyCredParams: supportedAlgorithmIDs.map((alg) => ({ type, alg })),
      excludeCredentials: existing.map((one) => ({ type, id: one.credential_id })),
      authenticatorSelection: { residentKey: required, userVerification: required },
    };
  });

  route(app, passkeyEndpoints.addPasskey, async ({ caller, readBody, request }) => {
    await requireConfirmed(db, caller);
    const { name, credentialId: id, ...made } = readBody();
    const response = { clientDataJSON: made.clientData, attestationObject: made.attestation };
    // Loaded with the first passkey: it would be an eighth of the time of a start.
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type, response, clientExtensionResults: {} },
      expectedChallenge: await spendChallenge(db, caller, made.clientData),
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
      if (!(await insertPasskey(tx, { account_id: caller.accountId, name, ...key })))
        throw factorConflict('This passkey was added already.');
      await recordAction(tx, { ...getOrigin(caller, request), action: 'factor-added', details });
    });
  });

  route(app, passkeyEndpoints.removePasskey, async ({ caller, params, request }) => {
    await requireConfirmed(db, caller);
    const { accountId, role } = caller;
    await db.transaction().execute(async (tx) => {
      await lockOwner(tx, accountId);
      if (!(await deletePasskey(tx, accountId, params.id)))
        throw new ApiError('not-found', 'This passkey was removed already.');
      if (isRequired(role) && (await listFactors(tx, accountId)).length === 0)
        throw factorConflict('You need a second factor. Add another passkey or an app first.');
      await recordAction(tx, { ...getOrigin(caller, request), action: 'factor-removed', details });
    });
  });
}
