import { expect, test, vi } from 'vitest';

import { isClientLink, getFieldLabel } from './client-links.ts';

test.each([
  ['https://apply.lender.test/65f0', true],
  ['https://portal.test/apply/65f0', true],
  ['https://portal.test/leads/65f0', false],
  ['https://another.test/leads/65f0', true],
  ['javascript:alert(1)', false],
  ['', false],
])('%s is a link for the client: %s', (text, isForClient) => {
  vi.stubGlobal('location', new URL('https://portal.test/leads'));
  expect(isClientLink(text)).toBe(isForClient);
  vi.unstubAllGlobals();
});

test('only links for the client are labelled as such', () => {
  expect(getFieldLabel('applicationLink', 'Application link')).toBe(
    'Application link for the client',
  );
  expect(getFieldLabel('provisoLinkPdf', 'Bank data PDF')).toBe('Bank data PDF');
  expect(getFieldLabel('toString', 'Text')).toBe('Text');
});
