import { randomUUID } from 'node:crypto';

import type { AccessToken } from '#contract/portal/accounts.ts';
import type { DemoAccount } from '#contract/portal/sign-in.ts';
import { demoOperatorKey } from '#server/accounts/demo-accounts.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
/** Sends a request with its body. Returns the body of the response. */
export type Send = <T>(method: Method, path: string, body?: object) => Promise<T>;

/** A running portal in demo mode. */
export interface DemoPortal {
  /** The people of the demo partners. */
  readonly people: readonly DemoAccount[];
  /** Sends a request to `/operator/v1`. */
  readonly asOperator: Send;
  /** Sends a request to `/api/v1` as one of the people, signed in as in the browser. */
  readonly as: (person: DemoAccount) => Send;
  /** Sends a request to `/portal` as one of the people. */
  readonly inPortal: (person: DemoAccount) => Send;
}

/**
 * Returns the portal at an origin.
 * @throws ExplainedError when it can’t be reached, isn’t in demo mode, or stands in front of an
 *   existing service, whose records may be real.
 */
export async function openDemoPortal(origin: string): Promise<DemoPortal> {
  const { demoAccounts: all = [] } = await readSignIn(origin);
  if (all.length === 0)
    throw new ExplainedError(
      `The portal at ${origin} is not in demo mode, and its records may be real: nothing was changed.`,
    );
  const cookies = new Map<string, string>();
  const readCookie = async (person: DemoAccount) => {
    const cookie = cookies.get(person.email) ?? (await signIn(origin, person));
    cookies.set(person.email, cookie);
    return cookie;
  };
  const asOperator: Send = async (method, path, body) =>
    send(`${origin}/operator/v1${path}`, { method, body, token: demoOperatorKey.key });
  // Fails before anything is changed where there is no operator’s side, or another key.
  await asOperator('GET', '/leads?pageSize=1');
  return {
    people: all.filter(({ role }) => role !== 'support'),
    asOperator,
    inPortal: (person) => async (method, path, body) =>
      send(`${origin}/portal${path}`, { method, body, cookie: await readCookie(person) }),
    as: (person) => async (method, path, body) => {
      const headers = { cookie: await readCookie(person) };
      const response = await fetch(`${origin}/portal/access-token`, { method: 'POST', headers });
      const { accessToken: token } = await readJson<AccessToken>(response);
      return send(`${origin}/api/v1${path}`, { method, body, token });
    },
  };
}

async function readSignIn(origin: string): Promise<{ demoAccounts?: readonly DemoAccount[] }> {
  const response = await fetch(`${origin}/portal/sign-in`).catch(() => {
    throw new ExplainedError(`There is no portal at ${origin}. Start it with npm start.`);
  });
  return response.ok ? JSON.parse(await response.text()) : {};
}

/** Returns the cookie of a person’s session. */
async function signIn(origin: string, { email, password }: DemoAccount): Promise<string> {
  const response = await fetch(`${origin}/portal/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  return cookies.join('; ');
}

interface SentRequest {
  readonly method: Method;
  readonly body: object | undefined;
}

async function send<T>(
  url: string,
  { method, body, ...by }: SentRequest & ({ token: string } | { cookie: string }),
): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      ...('token' in by ? { authorization: `Bearer ${by.token}` } : by),
      ...(body && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return readJson(response);
}

async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw new ExplainedError(`The portal responds ${response.status} at ${response.url}: ${text}`);
}
