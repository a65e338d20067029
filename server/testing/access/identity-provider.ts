import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { type Configuration, interactionPolicy, Provider } from 'oidc-provider';

import type { TestApp } from '#server/testing/test-app.ts';

import { readCookies } from './sign-ins.ts';

/** What the provider says about somebody. */
export interface ProviderPerson {
  readonly email?: string | undefined;
  readonly email_verified?: boolean | undefined;
  readonly name?: string;
  readonly groups?: string | readonly string[];
  readonly partner?: string;
  /** How they have signed in there. */
  readonly amr?: string[];
  /** The claims in its ID token; all others are only in its userinfo. */
  readonly idToken?: Readonly<Record<string, unknown>>;
  /** When they have signed in there, in seconds since 1970; without it, now. */
  readonly signedInAt?: number | undefined;
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const client = {
  client_id: 'portal',
  client_secret: 'shared-by-provider-and-portal',
  // Native: so that the portal may listen on any port.
  application_type: 'native',
  redirect_uris: ['http://127.0.0.1/sign-in'],
} as const;

/** Starts an identity provider on this machine, where people sign in by their subject alone. */
export async function openIdentityProvider(port = 0) {
  const people = new Map<string, ProviderPerson>();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const provider = new Provider(issuer, configure(people));
  /** Changes an ID token before it is sent. */
  const tampering = { change: (token: string) => token };
  provider.use(async (context, next) => {
    await next();
    const body: unknown = context.body;
    if (context.path === '/token' && typeof body === 'object' && body !== null)
      if ('id_token' in body) body.id_token = tampering.change(String(body.id_token));
  });
  const serve = provider.callback();
  server.on('request', (request, response) => {
    if (request.url === '/favicon.ico') response.writeHead(204).end();
    else if (request.url?.startsWith('/interaction/'))
      void interact(provider, people, request, response);
    else void serve(request, response);
  });
  return {
    issuer,
    people,
    tampering,
    /** The settings of a portal whose people sign in there. */
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Harbour Login',
      OIDC_SCOPE: 'openid email profile portal',
      OIDC_ROLES: 'staff:support,admins:partner-admin,brokers:broker',
      OIDC_CREATE_ACCOUNTS: '1',
      OIDC_SECOND_FACTOR: 'mfa',
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function configure(people: ReadonlyMap<string, ProviderPerson>): Configuration {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return {
    clients: [{ ...client, redirect_uris: [...client.redirect_uris] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of this provider'] },
    // Their defaults are announced on the console.
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      portal: ['groups', 'partner'],
    },
    scopes: ['openid', 'email', 'profile', 'portal'],
    // The ID token has the claims that findAccount names.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: (use) => {
        const { idToken, signedInAt: _at, ...person } = people.get(sub) ?? {};
        return { sub, ...(use === 'id_token' ? idToken : person) };
      },
    }),
    // Everybody has agreed already.
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      const grant = new oidc.provider.Grant({
        ...(accountId !== undefined && { accountId }),
        clientId: client.client_id,
      });
      grant.addOIDCScope('openid email profile portal');
      await grant.save();
      return grant;
    },
  };
}

/** Shows the form of the provider, and handles its submission. */
async function interact(
  provider: Provider,
  people: ReadonlyMap<string, ProviderPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>Harbour Login</title><form method="post"><label>User <input name="user"></label><button>Continue</button><button name="cancel">Cancel</button></form></html>`,
    );
    return;
  }
  const form = new URLSearchParams(await text(request));
  const accountId = form.get('user') ?? '';
  const { amr, signedInAt: ts } = people.get(accountId) ?? {};
  const result = form.has('cancel')
    ? { error: 'access_denied' }
    : { login: { accountId, ...(amr && { amr }), ...(ts !== undefined && { ts }) } };
  await provider.interactionFinished(request, response, result);
}

/**
 * Signs in at a provider as a browser does that was sent to an address. Returns the parameters
 * with which it is sent back.
 */
export async function signInAtProvider(address: string, user: string): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (url: string, form?: string): Promise<string> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return new URL(response.headers.get('location') ?? '', url).href;
  };
  const login = await visit(address);
  const isCancelled = user === '';
  const next = await visit(login, isCancelled ? 'cancel=1' : String(new URLSearchParams({ user })));
  return new URL(await visit(next)).hash.slice(1);
}

/**
 * Returns how somebody signs in at a service by the provider, step by step: what a browser has
 * after the first step, and what the service answers to the last.
 */
export function providerSteps(service: TestApp) {
  const begin = async (returnTo = '/', to = '/portal/session/provider-request', headers = {}) => {
    const response = await service.call('POST', to, { payload: { returnTo }, headers });
    return { address: String(response.json().address), headers: readCookies(response), response };
  };
  const end = async (response: string, headers: { readonly cookie?: string } = {}) =>
    service.call('POST', '/portal/session/provider', { payload: { response }, headers });
  const signIn = async (user: string) => {
    const { address, headers } = await begin();
    return end(await signInAtProvider(address, user), headers);
  };
  return { begin, end, signIn };
}
