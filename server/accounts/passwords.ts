import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

// OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane; about 45 ms.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const derive = promisify(argon2);

/** A password as it is kept: `argon2id$memory$passes$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive('argon2id', { ...cost, message: message(password), nonce: salt });
  return `argon2id$${cost.memory}$${cost.passes}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
}

/** Whether a password is the kept one. Does the same work when there is none to compare with, so that time tells nothing. */
export async function isPassword(
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
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

/** The same characters, however a keyboard composes them. */
function message(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'));
}
