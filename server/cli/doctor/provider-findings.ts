import type { Config } from '#server/config/config.ts';
import type { ProviderConfig } from '#server/config/provider-config.ts';
import { discoverProvider } from '#server/identity-provider/provider.client.ts';

import type { Findings } from './findings.ts';
import { writeReason } from './write-reason.ts';

/** Reads what the identity provider publishes about itself, as each first sign-in does. */
export async function* examineProvider({ provider }: Config, timeoutSeconds = 10): Findings {
  if (!provider) return;
  try {
    await discoverProvider(provider, timeoutSeconds);
    yield 'ok: The identity provider responds.';
  } catch (error) {
    yield `wrong: ${explain(error, timeoutSeconds)}. ${writeAdvice(provider)}`;
  }
}

function explain(error: unknown, timeoutSeconds: number): string {
  const { code, cause }: { code?: unknown; cause?: unknown } = error instanceof Error ? error : {};
  switch (code) {
    case 'OAUTH_TIMEOUT':
      return `The identity provider does not respond within ${timeoutSeconds} s`;
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return 'The identity provider publishes another issuer than OIDC_ISSUER';
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return `The identity provider responds with ${cause instanceof Response ? cause.status : 'an error'} instead of what it publishes about itself`;
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return 'The identity provider does not publish JSON about itself';
    default:
      return `The identity provider can’t be reached: ${writeReason(error)}`;
  }
}

const writeAdvice = ({ issuer }: ProviderConfig): string =>
  `Check OIDC_ISSUER: ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration has to respond, with the same issuer.`;
