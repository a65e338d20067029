import { expect, test } from 'vitest';

import { draftLimits } from '#contract/portal/new-lead/drafts.ts';

import { cutInWords, fitTexts } from './draft-content.ts';

test('texts that a draft can hold are saved as they are', () => {
  const texts = { firstName: 'Aroha', notes: 'x'.repeat(draftLimits.textLength) };
  expect(fitTexts(texts, null)).toEqual({ texts, cut: [] });
});

test('of a text that is too long the beginning is saved, and the field is named', () => {
  const { texts, cut } = fitTexts(
    { firstName: 'Aroha', 'businessAddress.city': `${'x'.repeat(19_999)}😀${'x'.repeat(4_999)}` },
    null,
  );
  expect(texts['firstName']).toBe('Aroha');
  // Not half an emoji.
  expect(texts['businessAddress.city']).toBe('x'.repeat(19_999));
  expect(cutInWords(cut)).toBe(
    'Business address: City has 25,000 characters: a draft stores only the first 19,999.',
  );
});

test.each([null, { notes: 'é'.repeat(10_000) }])(
  'many long texts are cut until the request is small enough',
  (sent) => {
    const names = ['notes', 'partnerNotes', 'industry', 'tradingName', 'companyName'];
    const long = Object.fromEntries(names.map((name) => [name, '語'.repeat(19_000)]));
    const { texts, cut } = fitTexts({ ...long, firstName: 'Aroha' }, sent);
    const content = { texts, businessCountry: 'NZ', sent, rejections: 3 };
    const body = JSON.stringify({ id: '0'.repeat(32), content });
    expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(draftLimits.body);
    expect(cut).toHaveLength(5);
    expect(texts['firstName']).toBe('Aroha');
  },
);
