import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { session } from '#contract/portal/accounts.ts';
import { newNamedKey } from '#contract/portal/api-keys.ts';

/** How many passkeys a person can have. */
export const maxPasskeys = 20;

/** A passkey of the user. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** null if never. */
  lastUsedAt: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof passkey>;

/** The name of a new passkey. */
export const passkeyName = z.strictObject({ name: newNamedKey.shape.name });

const base64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(8_000));

const publicKey = z.literal('public-key');
const required = z.literal('required');

/** What a device needs to make a passkey, as browsers specify it (WebAuthn). */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.number() })),
  /** Those that the user has already. */
  excludeCredentials: z.array(z.object({ type: publicKey, id: z.string() })),
  authenticatorSelection: z.object({ residentKey: required, userVerification: required }),
});

/** What a passkey has to sign, and how. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: required,
});

/** What a device returns when it has made a passkey, with the name it gets. */
const newPasskey = z.extend(passkeyName, {
  credentialId: base64url,
  clientData: base64url,
  attestation: base64url,
});

/** What a device has signed by a passkey. */
const passkeySignature = z.strictObject({
  credentialId: base64url,
  clientData: base64url,
  authenticatorData: base64url,
  signature: base64url,
});
export type PasskeySignature = z.infer<typeof passkeySignature>;

/** The user’s passkeys, and signing in by one. A challenge works once, within 5 minutes. */
export const passkeyEndpoints = endpoints('session', roles, {
  listPasskeys: [
    'GET /portal/passkeys',
    'List my passkeys, newest first.',
    { response: z.array(passkey) },
  ],
  startPasskey: [
    'POST /portal/passkeys/challenge',
    'Get what a device needs to make a passkey. The password has to be confirmed.',
    { response: creationOptions },
  ],
  addPasskey: [
    'POST /portal/passkeys',
    'Add the passkey that a device has made. The password has to be confirmed.',
    { body: newPasskey },
  ],
  removePasskey: [
    'DELETE /portal/passkeys/:id',
    'Remove one of my passkeys. The password has to be confirmed.',
  ],
  startPasskeySignIn: [
    'POST /portal/session/passkey-challenge',
    'Get what a passkey has to sign, in this browser.',
    { auth: 'none', roles: [], response: requestOptions },
  ],
  signInByPasskey: [
    'POST /portal/session/passkey',
    'Sign in by a passkey alone, which counts as both steps.',
    { auth: 'none', roles: [], body: passkeySignature, response: session },
  ],
});
