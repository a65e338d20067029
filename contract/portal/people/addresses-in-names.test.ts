import { describe, expect, test } from 'vitest';

import { hasAddress, withoutAddresses } from './addresses-in-names.ts';
import { personName } from './managed-accounts.ts';

describe('names of people', () => {
  test.each([
    ['Eve, click https://evil.example/portal now', 'Eve, click https evil example portal now'],
    ['Eve www.evil.test', 'Eve www evil test'],
    ['Eve EVIL.EXAMPLE', 'Eve EVIL EXAMPLE'],
    ['see t.co/abc', 'see t co abc'],
    ['T.Co/abc', 'T Co abc'],
    ['Eve evil。example', 'Eve evil example'],
    ['eve@evil.example', 'eve evil example'],
    ['ftp://evil', 'ftp evil'],
    ['javascript://x', 'javascript x'],
  ])('%s has an address, and is harmless in an email as %s', (name, harmless) => {
    expect(hasAddress(name)).toBe(true);
    expect(withoutAddresses(name)).toBe(harmless);
    expect(hasAddress(withoutAddresses(name))).toBe(false);
    expect(personName.safeParse(name).error?.issues[0]?.message).toBe(
      'A name can’t have a web or email address in it. Put a space after each full stop.',
    );
  });

  test.each([
    'Ada Marsh',
    'J.R.Smith',
    'J. R. Smith, Ph.D.',
    'A.O’Brien-Lee',
    'Dr. St. John Ó Súilleabháin Jr.',
    'Priya D/O Raman',
    'Ann @ Harbour',
    'Ms: Lee',
  ])('%s is one', (name) => {
    expect(hasAddress(name)).toBe(false);
    expect(withoutAddresses(name)).toBe(name);
    expect(personName.safeParse(name).data).toBe(name);
  });
});
