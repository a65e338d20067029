import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

/** The second factors, used with the password or instead of it. */
export const factors = ['authenticator', 'passkey'] as const;
/** One of {@link factors}. */
export type Factor = (typeof factors)[number];

/** A code of an authenticator app or, where the phone is lost, a recovery code; as typed. */
export const enteredCode = z.strictObject({
  code: z.pipe(
    z.string({ error: () => 'Enter the code.' }).check(z.maxLength(100, 'This is too long.')),
    z.pipe(
      z.transform((text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
      z.string().check(z.minLength(1, 'Enter the code.')),
    ),
  ),
});

/** What an authenticator app needs. It is a secret, shown while the app is set up. */
export const authenticatorKey = z.object({
  /** In base 32, to be typed. */
  secret: z.string(),
  /** `otpauth://…`, to be scanned. */
  address: z.string(),
});
export type AuthenticatorKey = z.infer<typeof authenticatorKey>;

/** The codes for a lost phone. Each works once; they are shown once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The second factors that an account has set up. */
export const secondFactor = z.object({
  /** Since when codes of an app are asked for; null: they are not. */
  since: z.nullable(z.string()),
  recoveryCodesLeft: z.number(),
  /** Whether the portal requires a second factor of the user. */
  isRequired: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** The user’s second factor. Changes need the password confirmed within the last 5 minutes. */
export const secondFactorEndpoints = endpoints('session', roles, {
  readSecondFactor: [
    'GET /portal/second-factor',
    'Read how I sign in besides the password.',
    { response: secondFactor },
  ],
  startAuthenticator: [
    'POST /portal/authenticator',
    'Get what an authenticator app needs. It is asked for once a code confirms it.',
    { response: authenticatorKey },
  ],
  confirmAuthenticator: [
    'PUT /portal/authenticator',
    'Confirm an authenticator app by its code. Ends my other sessions; returns recovery codes.',
    { body: enteredCode, response: recoveryCodes },
  ],
  removeAuthenticator: [
    'DELETE /portal/authenticator',
    'Remove my authenticator app and the recovery codes.',
  ],
  renewRecoveryCodes: [
    'POST /portal/recovery-codes',
    'Get new recovery codes. The earlier ones stop working.',
    { response: recoveryCodes },
  ],
});
