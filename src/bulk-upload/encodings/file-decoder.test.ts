import { describe, expect, it } from 'vitest';

import { encodings } from '#contract/bulk-upload/parse-options.ts';

import { encodingGroups } from './encoding-names.ts';
import { fileDecoder } from './file-decoder.ts';

/** Written by the codecs of Python. */
const written = [
  ['cp437', 'José Müller ñ Ω', '4a6f7382204d816c6c657220a420ea'],
  ['cp850', 'João Ærø Þ õ ı', '4a6fc66f2092729b20e820e420d5'],
  ['cp852', 'Łódź Győző Růžička Ţ', '9da264ab2047798b7a8b205285a7699f6b6120dd'],
] as const;

it.each(written)('%s is decoded, in parts of any size', (encoding, text, hex) => {
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  for (let size = 1; size <= bytes.length; size += 1) {
    const decoder = fileDecoder(encoding, false);
    let decoded = '';
    for (let at = 0; at < bytes.length; at += size)
      decoded += decoder.decode(bytes.subarray(at, at + size), { stream: true });
    expect(decoded + decoder.decode()).toBe(text);
    expect(decoder.take(text)).toBe(bytes.length);
  }
});

describe('every encoding', () => {
  it('is offered in one group', () => {
    const offered = encodingGroups.flatMap(({ byLanguages }) => Object.values(byLanguages).flat());
    expect(offered.toSorted()).toEqual(encodings.toSorted());
  });

  it.each(encodings)('%s has a decoder that keeps a byte-order mark', (encoding) => {
    const bytes = {
      'utf-16le': [0xff, 0xfe],
      'utf-16be': [0xfe, 0xff],
      'utf-8': [0xef, 0xbb, 0xbf],
    }[encoding as string];
    const text = fileDecoder(encoding, false).decode(Uint8Array.from(bytes ?? [0x41]));
    expect(text).toBe(bytes === undefined ? 'A' : '\ufeff');
  });
});
