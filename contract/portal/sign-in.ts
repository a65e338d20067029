import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

import { role, session } from './accounts.ts';
import { authenticatorKey, enteredCode, recoveryCodes } from './second-factor/second-factor.ts';

/**
 * Minimum and maximum length of a new password, in characters. The service also rejects passwords
 * that are easily guessed.
 */
export const passwordLength = { min: 12, max: 200 };

/**
 * Returns the schema of a required line of text; `sentence` is the error message if it is empty.
 */
export function entered(sentence: string) {
  return z.string({ error: () => sentence }).check(
    z.minLength(1, sentence),
    z.maxLength(passwordLength.max, 'This is too long.'),
    z.refine((text) => !/\p{Cc}/u.test(text), 'Remove line breaks and control characters.'),
  );
}

/** Email and password, as typed. */
export const credentials = z.strictObject({
  email: z.pipe(
    entered('Enter your email.'),
    z.transform((text) => text.trim()),
  ),
  password: entered('Enter your password.'),
});
export type Credentials = z.input<typeof credentials>;

/**
 * The step after a correct password: a code, or setting up the app that shows codes, or a passkey
 * instead. A cookie of this browser stands for the sign-in until then, at most for 10 minutes.
 */
export const stepAfterPassword = z.object({ nextStep: z.enum(['code', 'set-up', 'passkey']) });
export type NextStep = z.infer<typeof stepAfterPassword>['nextStep'];

/** An address within the portal, to return to. */
const returnTo = z
  .string()
  .check(
    z.maxLength(2_000),
    z.regex(/^\/(?![/\\])\P{Cc}*$/u, 'Return to an address in the portal.'),
  );

/** What the browser needs to go to the identity provider, where somebody says who they are. */
const providerRequest = {
  body: z.strictObject({ returnTo }),
  response: z.object({ address: z.string() }),
};

/** The email of somebody who has forgotten the password. */
export const forgottenPassword = z.strictObject({ email: credentials.shape.email });

/** A new password. */
export const chosenPassword = z
  .string({ error: () => 'Enter a password.' })
  .check(
    z.minLength(passwordLength.min, `Use at least ${passwordLength.min} characters.`),
    z.maxLength(passwordLength.max, `Use at most ${passwordLength.max} characters.`),
  );

/** A new password, and the single-use token of the link that leads to the form. */
export const newPassword = z.strictObject({
  token: entered('The link is incomplete. Open it again from the message you received.'),
  password: chosenPassword,
});
export type NewPassword = z.input<typeof newPassword>;

/** The single-use token of the link that changes an email. */
export const emailLink = z.strictObject({ token: newPassword.shape.token });

/** An account that anybody can use; in demo mode only. */
export const demoAccount = z.object({
  email: z.string(),
  password: z.string(),
  name: z.string(),
  role,
  /** The partner's name; null for support. */
  partner: z.nullable(z.string()),
});
export type DemoAccount = z.infer<typeof demoAccount>;

/** What confirms who is signed in. */
export const enteredPassword = z.strictObject({ password: entered('Enter your password.') });

/** Signing in, and passwords. Apart from the session: pages behind sign-in load without them. */
export const signInEndpoints = endpoints('none', [], {
  readSignIn: [
    'GET /portal/sign-in',
    'What the sign-in page shows: the demo accounts, in demo mode only; whether a forgotten password can be set by a link from an email; and the name of the identity provider, if there is one.',
    {
      response: z.object({
        demoAccounts: z.array(demoAccount),
        sendsEmails: z.boolean(),
        provider: z.nullable(z.string()),
      }),
    },
  ],
  signIn: [
    'POST /portal/session',
    'Sign in with email and password. Where a second step follows, nobody is signed in before it.',
    { body: credentials, response: z.union([session, stepAfterPassword]) },
  ],
  confirmSignIn: [
    'POST /portal/session/code',
    'Sign in by the second step: a code of the authenticator app, or a recovery code.',
    { body: enteredCode, response: session },
  ],
  startSetUp: [
    'POST /portal/session/authenticator',
    'As the second step, set up an authenticator app where one is required and missing.',
    { response: authenticatorKey },
  ],
  confirmSetUp: [
    'PUT /portal/session/authenticator',
    'Confirm that app by its code, which signs in.',
    { body: enteredCode, response: z.extend(recoveryCodes, { session }) },
  ],
  startProviderSignIn: [
    'POST /portal/session/provider-request',
    'Get the address of the identity provider to sign in there, in this browser.',
    providerRequest,
  ],
  signInByProvider: [
    'POST /portal/session/provider',
    'Sign in, or confirm who one is, by the parameters with which the identity provider sent the browser back. Where a second step follows, nobody is signed in before it.',
    {
      body: z.strictObject({ response: z.string().check(z.maxLength(3_500)) }),
      response: z.extend(z.partial(stepAfterPassword), {
        returnTo,
        /** Whether it has confirmed who is signed in, as the password does. */
        isConfirmed: z.boolean(),
      }),
    },
  ],
  startProviderConfirmation: [
    'POST /portal/password-confirmation/provider-request',
    'Get the address of the identity provider to sign in there anew, which confirms who one is as the password does.',
    { auth: 'session', roles, ...providerRequest },
  ],
  confirmPassword: [
    'POST /portal/password-confirmation',
    'Confirm the password, to see or replace the API key within 5 minutes.',
    {
      auth: 'session',
      roles,
      body: enteredPassword,
      response: z.object({ confirmedUntil: z.string() }),
    },
  ],
  requestPasswordLink: [
    'POST /portal/password-link',
    'Ask for a link to set a forgotten password, by email. The response says nothing about whether there is an account.',
    { body: forgottenPassword },
  ],
  setPassword: [
    'POST /portal/password',
    'Set a password with the token of a single-use link. Ends every session of the account.',
    { body: newPassword, response: z.object({ email: z.string() }) },
  ],
  confirmEmail: [
    'POST /portal/email',
    'Change an email with the token of the link sent to it. Ends every session of the account.',
    { body: emailLink, response: z.object({ email: z.string() }) },
  ],
});
