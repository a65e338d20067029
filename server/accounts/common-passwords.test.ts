import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { commonPasswordHash, commonPasswords, requireStrongPassword } from './password-strength.ts';

const owner = { email: 'ann@harbour.test', name: 'Ann Lee', partnerName: null };
const choose = async (password: string) => requireStrongPassword(password, owner);
const lines = readFileSync(commonPasswords, 'utf8').trimEnd().split('\n');

test('the list has more than the 3,000 passwords that ASVS asks for, each once', () => {
  expect(lines.length).toBeGreaterThanOrEqual(3_000);
  expect(lines.filter((line) => !/^[\da-f]{10}$/.test(line))).toEqual([]);
  expect(lines).toEqual([...new Set(lines)].toSorted());
});

test.each(['passwordpassword', '123456789012', 'qwertyuiop123', '1QAZ2wsx3edc', 'unbelievable'])(
  'the list has %s',
  (password) => {
    expect(lines).toContain(commonPasswordHash(password));
  },
);

// None of them follows a pattern: they take more guesses than a new password has to.
test.each(['rikitikitavi', 'RikiTikiTavi', '𝐑𝐢𝐤𝐢𝐓𝐢𝐤𝐢𝐓𝐚𝐯𝐢', 'yjdjvjcrjdcr', '1213141516171819'])(
  '%s is common, so it is no new password',
  async (password) => {
    await expect(choose(password)).rejects.toThrow('This password is easy to guess.');
  },
);

test('a password is accepted that merely has a common one in it', async () => {
  expect(await choose('rikitikitavi and the kauri tide')).toBe(undefined);
});
