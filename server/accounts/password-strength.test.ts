import { expect, test } from 'vitest';

import { withoutGuessedWords } from './guessed-words.ts';
import { requireStrongPassword } from './password-strength.ts';

const owner = { email: 'ann.lee@harbour.test', name: 'Ann Lee', partnerName: 'Harbour Finance' };
const choose = async (password: string) => requireStrongPassword(password, owner);

const guessable = [
  ['partnerportal1', 'lenderportal1', 'adminportal12', 'brokerportal!', 'partnerlead12'],
  ['leadportal123', 'dealportal1234', 'partner2026portal', 'PartnerPortal2026!'],
  ['Partner Portal 2026!!', 'P@rtner-P0rtal-1!', 'lender broker partner lead deal'],
  ['Winter2026!!', 'Sydney2026!!', 'January2026!', 'Sydney Winter 2026!!', 'Wellington_2026'],
  ['Dragon#2026!!', 'Jessica1987!!', 'qwerty2026!!!'],
  ['iloveyou iloveyou', 'letmein letmein', 'kauri-kauri-kauri', 'correct horse'],
].flat();

test.each(guessable)('%s is easy to guess', async (password) => {
  await expect(choose(password)).rejects.toThrow('This password is easy to guess.');
});

test.each(['harbour tide lamp kauri', 'AnnLee and the kauri tide', 'the ann.lee lamp tide'])(
  '%s has a name of its owner',
  async (password) => {
    await expect(choose(password)).rejects.toThrow('Don’t use your name, email or company');
  },
);

const good = [
  ['correct horse battery staple', 'correcthorsebatterystaple', 'purple tiger dances'],
  ['my dog likes cheese', 'kauri tide lamp', 'the winter my leading lady left'],
  ['xK9#mQ2vLp7w', 'Ein Käsebrot für die Königin', '樱花树下的猫睡着了今天真好'],
].flat();

test.each(good)('%s is accepted', async (password) => {
  expect(await choose(password)).toBe(undefined);
});

test('words that are guessed first and years count as a letter, repeated words as nothing', () => {
  const words = ['portal', 'winter'];
  expect(withoutGuessedWords('Winter2026!!', words)).toBe('xx!!');
  expect(withoutGuessedWords('my P0rta1s, my 1987 tide', words)).toBe('myx,xtide');
});
