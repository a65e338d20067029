import { expect, test } from 'vitest';

import { validateText } from './fields.ts';
import { leadReference, leadReferenceBytes, leadFields } from './leads.ts';

test('a reference is easy to read out and valid for a lead', () => {
  const reference = leadReference(
    Uint8Array.from({ length: leadReferenceBytes }, (_, n) => n * 21),
  );
  expect(reference).toMatch(/^P-[0-9A-HJKMNP-TV-Z]{6}-[0-9A-HJKMNP-TV-Z]{6}$/);
  expect(validateText(leadFields.partnerLeadReferenceId, reference)).toEqual({ value: reference });
});

test('different bytes give a different reference', () => {
  const [one, other] = [new Uint8Array(leadReferenceBytes), new Uint8Array(leadReferenceBytes)];
  other[11] = 1;
  expect(leadReference(one)).not.toBe(leadReference(other));
});
