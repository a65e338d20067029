import type { FastifyBaseLogger } from 'fastify';
import type { Configuration, IDToken } from 'openid-client';

import { hashToken } from '#server/auth/tokens.ts';
import { isLoopback } from '#server/config/config.ts';
import type { ProviderConfig } from '#server/config/provider-config.ts';
import { ApiError } from '#server/errors/api-error.ts';

import { mergeClaims } from './claims.rules.ts';

/** How long the provider may take to respond, in seconds. */
const timeoutSeconds = 5;
/** How long ago somebody may have signed in there to confirm who they are, in seconds. */
const maxAgeSeconds = 300;

/** By how much the provider’s clock may be ahead of the database’s, in seconds. */
const maxAheadSeconds = 30;
/** How long what the provider publishes about itself is used, in milliseconds. */
const reusedMs = 5 * 60_000;

/** What the provider says about somebody; only that it has signed the subject is certain. */
export type Claims = IDToken;

/** A sign-in that a browser has started. */
interface Started {
  /** Proves that the same browser ends it (PKCE). State and nonce follow from it. */
  readonly verifier: string;
  /** Whether the person has to sign in there again, even if they are signed in already. */
  readonly isConfirming: boolean;
}

// Loaded with the first sign-in, so that no start waits for it.
const library = async () => import('openid-client');

/**
 * Reads what the identity provider publishes about itself.
 * @throws what the library throws, with a `code`, or with what `fetch` throws as its cause
 */
export async function discoverProvider(
  { issuer, clientId, secret }: ProviderConfig,
  timeout = timeoutSeconds,
): Promise<Configuration> {
  const client = await library();
  const server = new URL(issuer);
  const isHere = isLoopback(server.hostname) && server.protocol === 'http:';
  // Without the first, a token straight from the provider would be taken without its signature.
  const execute = [
    client.enableNonRepudiationChecks,
    ...(isHere ? [client.allowInsecureRequests] : []),
  ];
  const auth = client.ClientSecretBasic(secret);
  return client.discovery(server, clientId, {}, auth, { timeout, execute });
}

/** Returns an OpenID Connect client for the identity provider: the code flow with PKCE. */
export function providerClient(config: ProviderConfig, log: FastifyBaseLogger, now: () => Date) {
  let configuration: Promise<Configuration>;
  let until = 0;

  async function findConfiguration(): Promise<Configuration> {
    if (now().getTime() < until) return configuration;
    until = now().getTime() + reusedMs;
    configuration = discoverProvider(config).catch(rejectOutage);
    // After a failure, the next sign-in asks the provider again.
    configuration.catch(() => (until = 0));
    return configuration;
  }

  function rejectOutage(error: unknown): never {
    log.warn({ cause: readCode(error) }, 'identity provider not reached');
    throw new ApiError(
      'provider-unreachable',
      `${config.name} doesn’t respond. Sign in with your password, or try again in a minute.`,
    );
  }

  function rejectFailure(error: unknown): never {
    const cause = readCode(error);
    if (outages.has(cause)) rejectOutage(error);
    log.warn({ cause }, 'response of the identity provider rejected');
    throw new ApiError('wrong-credentials', `${config.name} didn’t sign you in. Try again.`);
  }

  return {
    /** Returns the address at which the provider asks who somebody is. */
    async getAddress({ verifier, isConfirming }: Started, redirectUri: string): Promise<string> {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      const parameters = {
        redirect_uri: redirectUri,
        // Behind `#`, the code is in no log of a proxy.
        response_mode: 'fragment',
        scope: config.scope,
        state: deriveState(verifier),
        nonce: deriveNonce(verifier),
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(config.strongValues.length > 0 && { acr_values: config.strongValues.join(' ') }),
        ...(isConfirming && { max_age: '0' }),
      };
      return buildAuthorizationUrl(await findConfiguration(), parameters).href;
    },

    /**
     * Exchanges the code of the provider’s response for what it says about somebody. Its tokens are
     * not stored.
     * @throws ApiError 401 when the response is not the one to this sign-in, 503
     */
    async readClaims(started: Started, redirectUri: string, response: string): Promise<Claims> {
      const url = new URL(redirectUri);
      url.search = response;
      return exchange(await findConfiguration(), started, url, now()).catch(rejectFailure);
    },
  };
}

async function exchange(
  provider: Configuration,
  { verifier, isConfirming }: Started,
  url: URL,
  now: Date,
): Promise<Claims> {
  const { authorizationCodeGrant, ClientError, fetchUserInfo } = await library();
  const tokens = await authorizationCodeGrant(provider, url, {
    pkceCodeVerifier: verifier,
    expectedState: deriveState(verifier),
    expectedNonce: deriveNonce(verifier),
    ...(isConfirming && { maxAge: maxAgeSeconds }),
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new ClientError('no ID token');
  // The library sees that a sign-in was too long ago; one yet to come would stay valid until then.
  if (isConfirming && (claims.auth_time ?? 0) > now.getTime() / 1_000 + maxAheadSeconds)
    throw Object.assign(new ClientError('auth_time'), { code: 'AUTH_TIME_AHEAD' });
  if (provider.serverMetadata().userinfo_endpoint === undefined) return claims;
  return mergeClaims(claims, await fetchUserInfo(provider, tokens.access_token, claims.sub));
}

const deriveState = (verifier: string) => hashToken(`state ${verifier}`);
const deriveNonce = (verifier: string) => hashToken(`nonce ${verifier}`);

/** The kinds of errors of any failed request. */
const outages = new Set(['network', 'OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** Returns what kind of error it is. Its other members can have tokens and names. */
function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'network';
}
