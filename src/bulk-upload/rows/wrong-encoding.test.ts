import { expect, it } from 'vitest';

import { encodedText } from '#src/testing/fake-encoding.ts';

import { ValidatedSheet } from './validated-sheet.ts';

it('a letter that cannot be read is an error that nothing but the original fixes', async () => {
  const text = 'firstName,lastName,companyName,phone\nJürgen,Müller,Öl GmbH,+4915123456789\n';
  const sheet = new ValidatedSheet();
  const { parseOptions } = await sheet.recognise(
    new File([encodedText(text, 'cp850')], 'june.csv'),
  );
  const options = { ...parseOptions!, encoding: 'windows-1252' } as const;
  const { summary, notices } = await sheet.read(options, null, () => undefined);
  expect(summary.issues.map(({ title, cells, fix }) => [title, cells, fix])).toEqual([
    ['First name contains unreadable letters', 1, null],
    ['Last name contains unreadable letters', 1, null],
  ]);
  expect(summary.issues[0]?.advice).toContain('CSV UTF-8 (comma delimited)');
  expect(notices.map(({ kind }) => kind)).toEqual(['letters']);
});
