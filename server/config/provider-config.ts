import { type Role, roles } from '#contract/endpoint.ts';

import { setting } from './setting.ts';
import { isSecureUrl } from './upstream-config.ts';

/** The identity provider by which people can sign in, and what its claims mean here. */
export type ProviderConfig = Readonly<NonNullable<ReturnType<typeof providerConfig>>>;

const isSwitch = (text: string) => text === '0' || text === '1';
const isName = (text: string) => /^[^\p{C}\p{Z}][^\p{C}]{0,58}$/u.test(text);
const isWord = (text: string) => /^[\x21-\x7e]+$/.test(text);
const list = (text: string | undefined) => text?.split(',').map((one) => one.trim()) ?? [];

/** Reads `{value}:{role}`; a value can have colons itself. */
function parseRole(text: string): { value: string; role: Role | undefined } {
  const at = text.lastIndexOf(':');
  return { value: text.slice(0, at), role: roles.find((role) => role === text.slice(at + 1)) };
}

const word = setting(isWord, 'must be one word, without spaces.');

/** A setting that is on or off. */
export const onOrOff = setting(isSwitch, 'must be 1 or 0.');

/** The settings of signing in by OpenID Connect. */
export const providerSettings = {
  OIDC_ISSUER: setting(
    isSecureUrl,
    'must be an address such as https://login.example.com; http:// only for this machine.',
  ),
  OIDC_CLIENT_ID: word,
  OIDC_CLIENT_SECRET: word,
  OIDC_NAME: setting(isName, 'must be a name of at most 60 characters, as in “Sign in with …”.'),
  OIDC_SCOPE: setting(
    (text) => text.split(' ').includes('openid'),
    'must be words with spaces between them, openid among them.',
  ),
  OIDC_ROLES: setting(
    (text) => list(text).every((one) => parseRole(one).role && parseRole(one).value !== ''),
    'must be values of the claim with their roles, such as staff:support,brokers:broker.',
  ),
  OIDC_ROLE_CLAIM: word,
  OIDC_PARTNER_CLAIM: word,
  OIDC_CREATE_ACCOUNTS: onOrOff,
  OIDC_LINK_BY_EMAIL: onOrOff,
  OIDC_SECOND_FACTOR: word,
};

type Input = { readonly [Name in keyof typeof providerSettings | 'SMTP_URL']?: string | undefined };

/** Returns the errors of combinations of these settings. */
export function providerConflicts(values: Input): string[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = values;
  const isAny = Object.keys(providerSettings).some((name) => name in values);
  if (isAny && !(issuer && id && secret))
    return ['OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: set all three, or no OIDC_….'];
  if (values.OIDC_CREATE_ACCOUNTS === '1' && !values.OIDC_ROLES)
    return ['OIDC_CREATE_ACCOUNTS=1 needs OIDC_ROLES: a new account has to have a role.'];
  if (values.OIDC_LINK_BY_EMAIL === '1' && !values.SMTP_URL)
    return [
      'OIDC_LINK_BY_EMAIL=1 needs SMTP_URL: without emails, anybody can take any email here.',
    ];
  return [];
}

/** Returns the identity provider; null: people sign in by password and passkey alone. */
export function providerConfig(values: Input) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = values;
  if (!issuer || !clientId || !secret) return null;
  return {
    issuer,
    clientId,
    secret,
    /** What people call it, as in “Sign in with …”. */
    name: values.OIDC_NAME ?? 'single sign-on',
    scope: values.OIDC_SCOPE ?? 'openid email profile',
    /** The roles by value of the claim; the first that somebody has counts. Empty: managed here. */
    roles: list(values.OIDC_ROLES).map(parseRole),
    roleClaim: values.OIDC_ROLE_CLAIM ?? 'groups',
    partnerClaim: values.OIDC_PARTNER_CLAIM ?? 'partner',
    createsAccounts: values.OIDC_CREATE_ACCOUNTS === '1',
    linksByEmail: values.OIDC_LINK_BY_EMAIL === '1',
    /** Values of `acr` or `amr` with which the sign-in counts as both steps. */
    strongValues: list(values.OIDC_SECOND_FACTOR),
  };
}
