import { createHmac, timingSafeEqual } from 'node:crypto';

import { isId } from '#server/db/ids.ts';

const lifetime = 15 * 60 * 1000;

/** A token that stands for one session for 15 minutes: `session.expiry.signature`. It is dead when its session is. */
export function issueAccessToken(key: Buffer, sessionId: string, now = Date.now()) {
  const expiresAt = new Date(now + lifetime);
  const content = `${sessionId}.${expiresAt.getTime().toString(36)}`;
  return { accessToken: `${content}.${sign(key, content)}`, expiresAt };
}

/** The session that a token stands for; undefined when it is not ours or has expired. */
export function readAccessToken(key: Buffer, token: string, now = Date.now()): string | undefined {
  const [sessionId = '', expiry = '', signature = '', ...more] = token.split('.');
  // Most API keys are known by this not to be one, before anything is computed.
  if (more.length > 0 || !isId(sessionId) || signature === '') return undefined;
  const expected = Buffer.from(sign(key, `${sessionId}.${expiry}`));
  const given = Buffer.from(signature);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && Number.parseInt(expiry, 36) > now ? sessionId : undefined;
}

function sign(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url');
}
