import { expect, test } from 'vitest';

import { guessType } from './uploads.ts';

test.each([
  ['statements-june.pdf', 'Bank Statements'],
  ['ANZ_Statement2026.PDF', 'Bank Statements'],
  ['transactions.csv', 'Bank Statements'],
  ['visa-statement.pdf', 'Bank Statements'],
  ['licence-front.jpg', 'Proof of Identity or ID'],
  ['Drivers License.heic', 'Proof of Identity or ID'],
  ['passport.png', 'Proof of Identity or ID'],
  ['casey_ID.pdf', 'Proof of Identity or ID'],
  ['frontID2.jpg', 'Proof of Identity or ID'],
  ['IMG_2207.jpeg', 'Image'],
  ['video-still.png', 'Image'],
  ['shop front.webp', 'Image'],
])('the name %s means %s', (name, type) => {
  expect(guessType(name)).toBe(type);
});

test('a name that says nothing gets the type bank statements', () => {
  expect(guessType('scan0001.pdf')).toBe('Bank Statements');
});
