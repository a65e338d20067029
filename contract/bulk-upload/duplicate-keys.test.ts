import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { validateText } from '#contract/v1/fields.ts';

import { duplicateKeys } from './duplicate-keys.ts';
import { templateColumns } from './lead-template.ts';

const keysOf = (fields: Record<string, string>) => duplicateKeys((name) => fields[name] ?? '');

describe('the keys of a lead for finding duplicates', () => {
  it('are phone, email, business numbers and own reference, in any spelling', () => {
    const typed = {
      phone: '+61 (2) 9012-3456',
      email: ' Aroha.Moss@Kauri.test',
      abn: '51 824 753 556',
      uen: 't08-ll1234a',
      partnerLeadReferenceId: ' A 17 ',
    };
    expect(keysOf(typed)).toEqual([
      'phone:+61290123456',
      'email:aroha.moss@kauri.test',
      'abn:51824753556',
      'uen:T08LL1234A',
      'reference:A 17',
    ]);
  });

  it('are not made from empty values, invalid numbers, or the secondary phone or email', () => {
    expect(keysOf({})).toEqual([]);
    expect(keysOf({ phone: '0412', abn: 'n/a', crn: 'none', email: '  ' })).toEqual([]);
    expect(keysOf({ secondaryPhone: '+61412345678', secondaryEmail: 'a@b.test' })).toEqual([]);
  });

  it('are the same for a cell and for its stored value', () => {
    const fieldOf = (name: string) => templateColumns.find((column) => column.name === name)!.field;
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.emailAddress(),
      fc.stringMatching(/^\+[1-9]([ .()-]?\d){6,14}$/),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('phone', 'email', 'abn', 'uen', 'partnerLeadReferenceId'),
        cell,
        (name, text) => {
          const result = validateText(fieldOf(name), text);
          fc.pre(result.error === undefined);
          const stored = typeof result.value === 'string' ? result.value : '';
          expect(keysOf({ [name]: text })).toEqual(keysOf({ [name]: stored }));
        },
      ),
    );
  });
});
