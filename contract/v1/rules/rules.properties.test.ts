import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { pastDateRule } from './date-rule.ts';
import { numberRule } from './number-rule.ts';
import { choiceRule, choicesRule, emailRule, phoneRule, textRule, type Rule } from './rules.ts';

describe('every rule', () => {
  const rules: Record<string, Rule<unknown>> = {
    text: textRule(100),
    notes: textRule(1000, true),
    email: emailRule,
    phone: phoneRule,
    number: numberRule,
    date: pastDateRule,
    choice: choiceRule(['Yes', 'No']),
    choices: choicesRule(['LOC', 'Business Loan']),
  };
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...Array.from('+0123456789 ()-.$,/x;YesNoLOC@T:Z\n\t')) }),
  );

  /**
   * Returns what is wrong with a result: a stored value that would not be accepted unchanged, an
   * error that is not a sentence, or a suggestion that is rejected.
   */
  const flaw = (rule: Rule<unknown>, text: string): string | undefined => {
    const result = rule(text);
    if (result.error === undefined) {
      const stored = Array.isArray(result.value) ? result.value.join(';') : String(result.value);
      return stored === '' || JSON.stringify(rule(stored)) === JSON.stringify(result)
        ? undefined
        : `stored ${stored}`;
    }
    if (!/^[A-Z].*\.$/.test(result.error)) return `said ${result.error}`;
    const { suggestion } = result;
    const isRejected = suggestion !== undefined && rule(suggestion).error !== undefined;
    return isRejected ? `suggested ${suggestion}` : undefined;
  };

  it.each(Object.entries(rules))(
    '%s: has a result for any text, accepts its own values, suggests only valid texts',
    (_name, rule) => {
      fc.assert(
        fc.property(texts, (text) => {
          expect(flaw(rule, text)).toBeUndefined();
        }),
      );
    },
  );

  it.each(Object.entries(rules))(
    '%s: ends soon with a text that is far too long',
    (_name, rule) => {
      const parts = ['+', ' ', '1', '(', 'x', '<', '1 ', 'é', '@.', ';', ',111'];
      for (const text of parts.map((part) => part.repeat(50_000)))
        for (const start of ['+1', '1', '$1'])
          expect(rule(`${start}${text}!`).error).toBeTypeOf('string');
    },
  );
});
