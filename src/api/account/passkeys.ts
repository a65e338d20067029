import type { Session } from '#contract/portal/accounts.ts';
import { passkeyEndpoints as endpoints } from '#contract/portal/passkeys/passkeys.ts';
import { call } from '#src/api/client.ts';
import { endpointQuery } from '#src/api/endpoint-query.ts';
import { giveUp, ServiceError } from '#src/api/service-error.ts';
import { loadPart } from '#src/lib/load-lazily.ts';
import { signInSentences } from '#src/lib/sign-in-sentences.ts';

import { useConfirmedChange } from './confirmation.ts';

/** The query for the user’s passkeys. */
export const passkeysQuery = endpointQuery(endpoints.listPasskeys, ['passkeys'], { records: [] });

/** Returns whether this browser can have passkeys: for the name of a host, not for its number. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);
}

/**
 * Signs in by a passkey that the user chooses.
 * @throws ServiceError 401 when it is not valid, 400 when none was used
 */
export async function signInByPasskey(): Promise<Session> {
  const optionsJSON = await call(endpoints.startPasskeySignIn, {});
  const { startAuthentication } = await loadPart(
    async () => import('@simplewebauthn/browser'),
    giveUp,
  );
  const { id, response } = await startAuthentication({ optionsJSON }).catch(explain);
  const { clientDataJSON: clientData, authenticatorData, signature } = response;
  const body = { credentialId: id, clientData, authenticatorData, signature };
  return call(endpoints.signInByPasskey, { body });
}

/** A change of the user’s passkeys: the name of a new one, or the id of one to remove. */
export type PasskeyChange = { readonly add: string } | { readonly remove: string };

/**
 * Returns the mutation that adds a passkey of this device, or removes one.
 * @throws ServiceError 400 when none was made
 */
export function useChangePasskeys() {
  return useConfirmedChange(passkeysQuery, async (change: PasskeyChange) => {
    await ('remove' in change
      ? call(endpoints.removePasskey, { params: { id: change.remove } })
      : addPasskey(change.add));
  });
}

async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await call(endpoints.startPasskey, {});
  const { startRegistration } = await loadPart(
    async () => import('@simplewebauthn/browser'),
    giveUp,
  );
  const { id, response } = await startRegistration({ optionsJSON }).catch(explain);
  const { clientDataJSON: clientData, attestationObject: attestation } = response;
  await call(endpoints.addPasskey, { body: { name, credentialId: id, clientData, attestation } });
}

/** Browsers don’t say whether somebody cancelled, waited too long, or has no passkey. */
function explain(cause: unknown): never {
  const isKnown = cause instanceof Error && cause.name === 'InvalidStateError';
  const sentence = isKnown ? signInSentences.passkeyExists : signInSentences.passkeyNotUsed;
  throw new ServiceError(400, 'wrong-code', sentence, { cause });
}
