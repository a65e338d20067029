import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { findStep, newRecoveryCodes, newSecret } from './codes.rules.ts';

const stepMs = 30_000;
const now = new Date(1_000 * stepMs);

test('a code belongs to its own step: the present one, or one beside it, as clocks differ', () => {
  const secret = newSecret();
  const codeOf = (step: number) => new TOTP({ secret }).generate({ timestamp: step * stepMs });
  for (const step of [999, 1_000, 1_001]) expect(findStep(secret, codeOf(step), now)).toBe(step);
  for (const step of [998, 1_002]) expect(findStep(secret, codeOf(step), now)).toBeUndefined();
});

test('there are ten recovery codes, and none twice', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^(?:[A-Z2-7]{6}-){3}[A-Z2-7]{6}$/);
});
