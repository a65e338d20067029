import { isIP } from 'node:net';

import type { PasskeySignature } from '#contract/portal/passkeys/passkeys.ts';
import { ApiError } from '#server/errors/api-error.ts';

import type { PasskeyRow } from './passkeys.store.ts';

/**
 * Returns where passkeys are valid: at the portal’s address, in which browsers require a name.
 * @throws ApiError 409 where people reach the portal by a number
 */
export function readSite(publicUrl: string) {
  const { hostname, origin } = new URL(publicUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0)
    return { expectedRPID: hostname, expectedOrigin: origin };
  const sentence = `Passkeys need a name in the portal’s address, which is ${origin}.`;
  throw new ApiError('second-factor-conflict', sentence);
}

/**
 * Returns how often a passkey has signed, by the signature of a challenge: undefined if the
 * signature is not valid, or the passkey would have signed as often before, so that it is a copy.
 */
export async function readSignatureCount(
  publicUrl: string,
  challenge: string,
  { public_key: publicKey, counter }: PasskeyRow,
  { credentialId: id, clientData, ...response }: PasskeySignature,
): Promise<number | undefined> {
  // Loaded with the first passkey: it would be an eighth of the time of a start.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const site = readSite(publicUrl);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: clientData, ...response },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      ...site,
      credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // It throws for most signatures that are not valid.
    return undefined;
  }
}
