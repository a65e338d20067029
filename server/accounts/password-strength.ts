import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

import { ApiError } from '#server/errors/api-error.ts';
import { Slots } from '#server/jobs/slots.ts';

import { guessedWords, withoutGuessedWords } from './guessed-words.ts';

/** The owner of a password. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
  readonly partnerName: string | null;
}

/**
 * Fewer guesses than 10 to the power of this find a password offline within days: two words, or
 * three parts of a pattern, which the library counts as 10^8 whatever they are.
 */
const minGuessesLog10 = 9;
/** The characters that are looked at: their number costs more than linear time. */
const checkedLength = 40;
/** Shorter words occur in other words by chance. */
const minWordLength = 4;

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
  const guessed = [...words, ...guessedWords];
  if ((await isCommon(password)) || (await guessesLog10(password, guessed)) < minGuessesLog10)
    throw weak('This password is easy to guess. Try three or four unrelated words.');
}

/** The hashes of the most common passwords of allowed length: scripts/common-passwords.ts. */
export const commonPasswords = new URL('./common-passwords.txt', import.meta.url);

/**
 * Returns the hash that finds a password among the common ones, in capital or small letters.
 * Normalized first: letters such as 𝐀 have no small ones of their own.
 */
export const commonPasswordHash = (password: string) =>
  hash('sha256', password.normalize('NFKC').toLowerCase().normalize('NFKC')).slice(0, 10);

/** Returns whether a password is a common one. Each line is as long as one hash. */
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
 * Returns the decimal logarithm of the guesses that find a password, if these words, with years,
 * repetitions and spaces, are tried first. In a thread, one at a time: reading the list of breached
 * passwords would block the service for 0.3 seconds.
 */
async function guessesLog10(password: string, words: readonly string[]): Promise<number> {
  return slots.run(async () => {
    const file = new URL('./password-strength.worker.ts', import.meta.url);
    const rest = withoutGuessedWords(password.normalize('NFKC'), words);
    const workerData = { password: rest.slice(0, checkedLength), words };
    const worker = new Worker(file, { workerData });
    try {
      const [guesses] = await once(worker, 'message');
      return Number(guesses);
    } finally {
      await worker.terminate();
    }
  });
}
