/** The prefix of the API keys that the portal makes. */
export const apiKeyPrefix = 'ppk_';

/**
 * Returns the end of a key that may be shown; empty for a short key, because too little of the key
 * would stay secret.
 */
export const shownEnd = (apiKey: string): string => (apiKey.length < 12 ? '' : apiKey.slice(-4));

/** Returns a key as shown masked. An entered key has no known prefix. */
export function maskApiKey(end: string, isEntered: boolean): string {
  return `${isEntered ? '' : apiKeyPrefix}…${end}`;
}
