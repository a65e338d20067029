import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

// OWASP’s first recommendation for Argon2id: 19 MiB, two passes, one lane; about 45 ms.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const derive = promisify(argon2);

/** Returns the hash of a password in its stored form: `argon2id$memory$passes$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive('argon2id', { ...cost, message: message(password), nonce: salt });
  return `argon2id$${cost.memory}$${cost.passes}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
}

/**
 * Returns whether a password matches the stored hash. Does the same work when there is no stored
 * hash, so that the response time reveals nothing.
 */
export async function isPassword(password: string, stored: string | null | undefined) {
  const [, memory, passes, salt = '', tag = ''] = (stored ?? nobodys).split('$');
  const derived = await derive('argon2id', {
    ...cost,
    memory: Number(memory),
    passes: Number(passes),
    message: message(password),
    nonce: Buffer.from(salt, 'base64url'),
  });
  const expected = Buffer.from(tag, 'base64url');
  return stored != null && derived.length === expected.length && timingSafeEqual(derived, expected);
}

const nobodys = `argon2id$${cost.memory}$${cost.passes}$${randomBytes(16).toString('base64url')}$`;

/** Returns the password’s bytes, the same however a keyboard composes its characters. */
const message = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));
