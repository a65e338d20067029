import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runs } from '#contract/testing/property-runs.ts';

import { pastDateRule } from './date-rule.ts';
import { numberRule } from './number-rule.ts';
import {
  choiceRule,
  choicesRule,
  emailRule,
  phoneRule,
  textRule,
  withoutFormatCharacters,
  type Rule,
} from './rules.ts';

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
   * Returns the flaw of a result: a stored value that would not be accepted unchanged, an error
   * that is not a sentence, or a suggestion that is rejected.
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

describe('a text', () => {
  const signs = Array.from(" !a0~é\u00A0¡¬\u00AD®ǅ˿\u007F\u0085\u0300\u0301\u200B\u2800\t\n'#");
  const texts = fc.oneof(
    fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(' ', 'a', 'é', '~', '\u0301', '\u00AD'), maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );

  it.each([false, true])(
    'is stored composed, trimmed and without what changes how others are shown (lines: %s)',
    (lines) => {
      const rule = textRule(8, lines);
      fc.assert(
        fc.property(texts, (text) => {
          const value = withoutFormatCharacters(lines ? text.replaceAll(/\r\n?/g, '\n') : text)
            .normalize('NFC')
            .trim();
          const hasControl = /\p{Cc}/u.test(lines ? value.replaceAll('\n', '') : value);
          const isHidden =
            text.trim() !== '' && !/[^\p{Default_Ignorable_Code_Point}\p{Cf}\s\u2800]/u.test(value);
          const isValid =
            text.isWellFormed() && !hasControl && !isHidden && Array.from(value).length <= 8;
          const result = rule(text);
          expect(result.error === undefined && result).toEqual(isValid && { value });
        }),
        runs(2_000),
      );
    },
  );
});
