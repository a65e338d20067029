import { describe, expect, it } from 'vitest';

import { encodings } from '#contract/bulk-upload/parse-options.ts';

import { encodingGroups } from './encoding-names.ts';
import { fileDecoder } from './file-decoder.ts';

/** Written by the codecs of Python. */
const written = [
  ['cp437', 'José Müller ñ Ω', '4a6f7382204d816c6c657220a420ea'],
  ['cp850', 'João Ærø Þ õ ı', '4a6fc66f2092729b20e820e420d5'],
  ['cp852', 'Łódź Győző Růžička Ţ', '9da264ab2047798b7a8b205285a7699f6b6120dd'],
  [
    'utf-32le',
    'Hēmi 𝒳 東京',
    '48000000130100006d0000006900000020000000b3d401002000000071670000ac4e0000',
  ],
  [
    'utf-32be',
    'Hēmi 𝒳 東京',
    '00000048000001130000006d00000069000000200001d4b3000000200000677100004eac',
  ],
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

it.each(['utf-32le', 'utf-32be'] as const)('%s: what is no character is invalid', (encoding) => {
  for (const bytes of [
    [0, 0xd8, 0xd8, 0],
    [0xff, 0xff, 0xff, 0xff],
    [0x41, 0, 0],
  ]) {
    expect(() => fileDecoder(encoding, false).decode(Uint8Array.from(bytes))).toThrow(TypeError);
    expect(fileDecoder(encoding, true).decode(Uint8Array.from(bytes))).toBe('\ufffd');
  }
});

describe('every encoding', () => {
  it('is offered in one group', () => {
    const offered = encodingGroups.flatMap(({ byLanguages }) => Object.values(byLanguages).flat());
    expect(offered.toSorted()).toEqual(encodings.toSorted());
  });

  it.each(encodings)('%s has a decoder that keeps a byte-order mark', (encoding) => {
    const bytes =
      { 'utf-32le': [0xff, 0xfe, 0, 0], 'utf-32be': [0, 0, 0xfe, 0xff] }[encoding as string] ??
      { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff], 'utf-8': [0xef, 0xbb, 0xbf] }[
        encoding as string
      ];
    const text = fileDecoder(encoding, false).decode(Uint8Array.from(bytes ?? [0x41]));
    expect(text).toBe(bytes === undefined ? 'A' : '\ufeff');
  });
});
