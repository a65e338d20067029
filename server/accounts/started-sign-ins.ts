import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { decryptText, encryptText, type Keys } from '#server/auth/encryption.ts';
import { spendSealed } from '#server/auth/one-time-tokens.store.ts';
import { hashToken, newToken } from '#server/auth/tokens.ts';
import { clientNetwork } from '#server/http/client-network.ts';

import { type Attempt, attempts } from './attempts.rules.ts';
import { countAttempt } from './count-attempt.ts';
import { browserCookie, isKnownBrowser } from './known-browsers.store.ts';
import type { CheckDeps } from './password-check.ts';
import { stepCookie, stepLifetimeMs } from './second-step.ts';

/** How long a started sign-in can be completed, in milliseconds. */
export const signInLifetimesMs = { passkey: 5 * 60_000, provider: stepLifetimeMs };
/** A method to sign in without a password, which names no account before it is right. */
export type SignInMethod = keyof typeof signInLifetimesMs;

const startedSignIn = z.object({
  method: z.enum(['passkey', 'provider']),
  /** The browser, for as long as it has the cookie: who has to wait keeps their turn. */
  browser: z.string(),
  /** A random text that only this browser can end. */
  secret: z.string(),
  /** In milliseconds since 1970. */
  until: z.number(),
  /** At the provider: the address to return to, and the session that is confirmed, if one is. */
  returnTo: z.optional(z.string()),
  sessionId: z.optional(z.nullable(z.string())),
});
/** What a browser has started. It is in the browser’s cookie alone: beginning stores nothing. */
export type StartedSignIn = z.infer<typeof startedSignIn>;

interface Deps extends CheckDeps {
  /** Encrypts the started sign-in. */
  readonly keys: Keys;
}

// Bound to its purpose: no other encrypted text of the service is accepted as a started sign-in.
const owner = 'started sign-in';

/** Returns the cookie of a started sign-in, which only the service can read or make. */
export const sealSignIn = (keys: Keys, started: StartedSignIn): string =>
  encryptText(keys, owner, JSON.stringify(started)).toString('base64url');

function openSignIn(keys: Keys, sealed: string | undefined): StartedSignIn | undefined {
  const text = sealed && decryptText(keys, owner, Buffer.from(sealed, 'base64url'));
  return text ? startedSignIn.safeParse(JSON.parse(text)).data : undefined;
}

/** Starts a sign-in in the browser of a request, and returns it. */
export function beginSignIn(
  { keys, now }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  begins: Pick<StartedSignIn, 'method' | 'returnTo' | 'sessionId'>,
): StartedSignIn {
  const { browser } = openSignIn(keys, stepCookie.read(request)) ?? { browser: newToken() };
  const until = now().getTime() + signInLifetimesMs[begins.method];
  const started = { ...begins, browser, secret: newToken(), until };
  stepCookie.set(request, reply, sealSignIn(keys, started));
  return started;
}

/**
 * Takes the sign-in that the browser of a request has started, once, and counts the attempt to
 * complete it as failed: by browser, and unless somebody has signed in there before, by network.
 * Returns both; no sign-in if there is none any more. After a 429, it can still be completed.
 * @throws ApiError 429
 */
export async function takeSignIn(
  { db, keys, now }: Deps,
  request: FastifyRequest,
  method: SignInMethod,
): Promise<{ readonly started: StartedSignIn | undefined; readonly attempt: Attempt }> {
  const started = openSignIn(keys, stepCookie.read(request));
  const network = clientNetwork(request.ip);
  const token = browserCookie.read(request);
  const attempt =
    token !== undefined && (await isKnownBrowser(db, { token, now: now() }))
      ? attempts.ofKnownBrowser(method, hashToken(token))
      : attempts.ofBrowser(method, started?.browser, network);
  await countAttempt(db, attempt, now());
  const isValid = started?.method === method && started.until > now().getTime();
  const isFirst = isValid && (await spendSealed(db, started));
  return { started: isFirst ? started : undefined, attempt };
}
