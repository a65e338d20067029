import type { UserInfoResponse } from 'openid-client';

import type { Role } from '#contract/endpoint.ts';
import { personEmail, personName } from '#contract/portal/people/managed-accounts.ts';
import type { ProviderConfig } from '#server/config/provider-config.ts';

import type { Claims } from './provider.client.ts';

/** What somebody may do by their claims. Support has no partner. */
export interface ClaimedAccess {
  readonly role: Role;
  readonly partnerId: string | null;
}

/** Returns the texts of a claim, which is one text or a list. */
const readTexts = (claim: unknown) => [claim].flat().filter((text) => typeof text === 'string');

/** Returns the role and partner of the claims; undefined if they give none. */
export function readAccess(config: ProviderConfig, claims: Claims): ClaimedAccess | undefined {
  const values = readTexts(claims[config.roleClaim]);
  const role = config.roles.find(({ value }) => values.includes(value))?.role;
  if (role === undefined) return undefined;
  if (role === 'support') return { role, partnerId: null };
  const [partnerId, another] = readTexts(claims[config.partnerClaim]);
  return partnerId === undefined || another !== undefined ? undefined : { role, partnerId };
}

/**
 * Returns the provider’s claims about a person, from its ID token and its userinfo. The ID token
 * wins, but the email comes from the first that says whether it is verified, and how the person
 * signed in only from the ID token.
 */
export function mergeClaims(idToken: Claims, userinfo: UserInfoResponse): Claims {
  const { acr: _acr, amr: _amr, auth_time: _authTime, ...others } = userinfo;
  const { email, email_verified } = [idToken, userinfo].find(saysVerified) ?? {};
  return { ...others, ...idToken, email, email_verified };
}

const saysVerified = (claims: Claims | UserInfoResponse) =>
  claims['email'] !== undefined && claims['email_verified'] !== undefined;

/**
 * Returns the email of the claims if the provider has verified that it is theirs. One that would
 * have to be corrected is not taken: it may be somebody else’s then.
 */
export function readVerifiedEmail({ email, email_verified: isVerified }: Claims) {
  const checked = isVerified === true ? personEmail.safeParse(email).data : undefined;
  return checked === email ? checked : undefined;
}

/** Returns the name in the claims, or else the email. */
export function readName({ name }: Claims, email: string): string {
  return personName.safeParse(name).data ?? email;
}

/** Returns whether the provider has checked a second factor. */
export function isStrongSignIn({ strongValues }: ProviderConfig, { acr, amr }: Claims): boolean {
  return [...readTexts(acr), ...readTexts(amr)].some((value) => strongValues.includes(value));
}
