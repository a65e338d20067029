import { argon2, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';

import { ApiError } from '#server/errors/api-error.ts';
import { Slots } from '#server/jobs/slots.ts';

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

/** The owner of a password. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
  readonly partnerName: string | null;
}

/** Fewer guesses than 10 to the power of this find a password offline within hours. */
const minGuessesLog10 = 8;
/** The characters that are looked at: their number costs more than linear time. */
const checkedLength = 40;
/** Shorter words stand in other words by chance. */
const minWordLength = 4;
/** Words of the product and its roles, which a guesser would try early. */
const productWords = ['partner', 'portal', 'broker', 'lender', 'admin', 'support', 'lead', 'deal'];

/**
 * Requires that a new password is not easily guessed: not a common or breached one, a pattern of
 * the keyboard or a repetition, and without the owner’s name, email or company.
 * @throws ApiError 400 at the field `password`
 */
export async function requireStrongPassword(password: string, owner: PasswordOwner): Promise<void> {
  const words = ownWords(owner);
  const letters = simplified(password);
  if (words.some((word) => letters.includes(word)))
    throw weak('Don’t use your name, email or company in your password.');
  const guessed = [...words, ...productWords];
  if ((await isCommon(password)) || (await guessesLog10(password, guessed)) < minGuessesLog10)
    throw weak('This password is easy to guess. Try three or four unrelated words.');
}

/** The hashes of the most common passwords of allowed length: scripts/common-passwords.ts. */
export const commonPasswords = new URL('./common-passwords.txt', import.meta.url);

/**
 * Returns by what a password is looked up among the common ones, in capital or small letters.
 * Normalized first: letters such as 𝐀 have no small ones of their own.
 */
export const commonPasswordHash = (password: string) =>
  hash('sha256', message(password.normalize('NFKC').toLowerCase())).slice(0, 10);

/** Returns whether a password is a common one. All lines are as long as what is looked for. */
async function isCommon(password: string): Promise<boolean> {
  return (await readFile(commonPasswords, 'utf8')).includes(commonPasswordHash(password));
}

/** Returns the words of the owner’s name, email and company, in plain small letters. */
function ownWords({ email, name, partnerName }: PasswordOwner): string[] {
  const [local = ''] = email.split('@');
  const texts = [name, local, partnerName ?? ''];
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).map(simplified);
  return [...new Set(words)].filter((word) => word.length >= minWordLength);
}

const simplified = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const weak = (sentence: string) =>
  new ApiError('weak-password', sentence, { fields: { password: sentence } });

const slots = new Slots(1);

/**
 * Returns the decimal logarithm of the guesses that a password takes by somebody who tries these
 * words first. In a thread, one at a time: reading the list of breached passwords would block the
 * service for 0.3 seconds.
 */
async function guessesLog10(password: string, words: readonly string[]): Promise<number> {
  return slots.run(async () => {
    const file = new URL('./password-strength.worker.ts', import.meta.url);
    const workerData = { password: password.slice(0, checkedLength), words };
    const worker = new Worker(file, { workerData });
    try {
      const [guesses] = await once(worker, 'message');
      return Number(guesses);
    } finally {
      await worker.terminate();
    }
  });
}
