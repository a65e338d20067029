import { isIP } from 'node:net';

import { ApiError } from '#server/errors/api-error.ts';

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
