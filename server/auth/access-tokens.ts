import { createHmac, timingSafeEqual } from 'node:crypto';

import { isId } from '#server/db/ids.ts';

import type { Keys } from './encryption.ts';

const lifetime = 15 * 60 * 1000;

/**
 * Issues a token for a session, valid for 15 minutes: `session.expiry.signature`. The token stops
 * working when its session ends.
 */
export function issueAccessToken([key]: Keys, sessionId: string, now: Date) {
  const expiresAt = new Date(now.getTime() + lifetime);
  const content = `${sessionId}.${expiresAt.getTime().toString(36)}`;
  return { accessToken: `${content}.${sign(key, content)}`, expiresAt };
}

/** Returns the session of a token; undefined when the token is not ours or has expired. */
export function readAccessToken(keys: Keys, token: string, now: Date): string | undefined {
  const [sessionId = '', expiry = '', signature = '', ...more] = token.split('.');
  // Most API keys are recognised here as no access token, before anything is computed.
  if (more.length > 0 || !isId(sessionId) || signature === '') return undefined;
  const received = Buffer.from(signature);
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(sign(key, `${sessionId}.${expiry}`));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
  return isOurs && Number.parseInt(expiry, 36) > now.getTime() ? sessionId : undefined;
}

function sign(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url');
}
