import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MisreadWords } from '#src/bulk-upload/letters/misread-words.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';

import { ByteScanner } from './byte-scanner.ts';

describe('plain bytes', () => {
  it.each(['windows-1252', 'macintosh', 'utf-8'] as const)(
    '%s: hold no control characters, nothing that combines and nothing invisible',
    (encoding) => {
      const bytes = fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc.uint8Array({ min: 0x0a, max: 0x7f, maxLength: 12 }),
        fc
          .string({
            unit: fc.constantFrom(...Array.from('aé\u0300\u0085\u00A0ſ’\r\n\t')),
            maxLength: 12,
          })
          .map((text) => new TextEncoder().encode(text)),
      );
      fc.assert(
        fc.property(bytes, fc.nat(3), (some, lead) => {
          const shifted = new Uint8Array(lead + some.length).subarray(lead);
          shifted.set(some);
          if (!new ByteScanner(encoding).scan(shifted).isPlain) return;
          const text = new TextDecoder(encoding)
            .decode(shifted)
            .replaceAll('\r\n', '')
            .replaceAll('\n', '');
          expect(text).toBe(text.normalize('NFC'));
          expect(text).not.toMatch(/[\p{Cc}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it('are recognised in a usual file', () => {
    const scanner = new ByteScanner('windows-1252');
    const ascii = new TextEncoder().encode('a,b\r\nc,d\r\n');
    expect(scanner.scan(ascii)).toEqual({ isAscii: true, isPlain: true, mayBeMisread: false });
    const accents = Uint8Array.of(0x4a, 0x6f, 0x73, 0xe9, 0x2c, 0x5a, 0x6f, 0xeb, 0x0a);
    expect(scanner.scan(accents)).toEqual({ isAscii: false, isPlain: true, mayBeMisread: false });
    expect(scanner.scan(Uint8Array.of(0x4a, 0x6f, 0x73, 0xe9, 0x92, 0x0a)).isPlain).toBe(true);
  });
});

describe('bytes that may be misread', () => {
  const letters = 'aeszcRMáéíçßøþÑÂñ‚”“’ ,\n';
  const texts = fc.string({ unit: fc.constantFrom(...Array.from(letters)), maxLength: 24 });

  it('are found wherever the parts of a file end', () => {
    const words = new MisreadWords();
    const parts = fc.array(fc.nat(24), { maxLength: 3 });
    const isFound = fc.property(texts, parts, (text, cuts) => {
      const bytes = encodedText(text, 'windows-1252');
      const scanner = new ByteScanner('windows-1252');
      const ends = [...cuts.toSorted((one, other) => one - other), bytes.length];
      let start = 0;
      const findings = ends.map((end) => {
        const part = bytes.subarray(start, end);
        start = Math.min(end, bytes.length);
        return scanner.scan(part).mayBeMisread;
      });
      return findings.includes(true) || words.find(text) === -1;
    });
    expect(fc.check(isFound, { numRuns: 5_000 }).counterexample).toBeNull();
  });

  it('are not assumed in the usual words of the West', () => {
    const text = 'José,Zoë,Émile,Éric O’Brien – Straße\n';
    const { mayBeMisread } = new ByteScanner('windows-1252').scan(
      encodedText(text, 'windows-1252'),
    );
    expect(mayBeMisread).toBe(false);
  });
});
