import { expect, test } from 'vitest';

import { validateText } from './fields.ts';
import { leadReference, leadReferenceBytes } from './lead-reference.ts';
import { leadFields } from './leads.ts';

test('a reference can be read out, and is one that a lead can have', () => {
  const reference = leadReference(
    Uint8Array.from({ length: leadReferenceBytes }, (_, n) => n * 21),
  );
  expect(reference).toMatch(/^P-[0-9A-HJKMNP-TV-Z]{6}-[0-9A-HJKMNP-TV-Z]{6}$/);
  expect(validateText(leadFields.partnerLeadReferenceId, reference)).toEqual({ value: reference });
});

test('other bytes give another one', () => {
  const [one, other] = [new Uint8Array(leadReferenceBytes), new Uint8Array(leadReferenceBytes)];
  other[11] = 1;
  expect(leadReference(one)).not.toBe(leadReference(other));
});
