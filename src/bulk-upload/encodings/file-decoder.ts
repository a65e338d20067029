import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

/** Decodes the bytes of a file, and measures the decoded text in bytes. */
export interface FileDecoder {
  /**
   * Returns the text of the next bytes. With `stream` they may end within a character.
   * @throws a TypeError at bytes that are invalid in the encoding, unless the decoder is lenient
   */
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
  /**
   * Returns how many bytes the next text takes, in the order in which it was decoded. The text ends
   * with a line end, or is all that is left.
   */
  take(text: string): number;
}

/** Where decoders of the browser read bytes as UTF-16, whose units are those of a string. */
const utf16Options = { ignoreBOM: true, fatal: true } as const;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Decodes the encodings of Asia. Some characters have several codes of different sizes there, so
 * the size of a text is found in the bytes: line ends are always single bytes, and no part of
 * another character.
 */
class MultiByteDecoder implements FileDecoder {
  readonly #decoder: TextDecoder;
  /** The decoded bytes whose text was not taken yet, from `#at` of the first of them. */
  #bytes: Uint8Array[] = [];
  #at = 0;

  constructor(decoder: TextDecoder) {
    this.#decoder = decoder;
  }

  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string {
    if (bytes !== undefined && bytes.length > 0) this.#bytes.push(bytes);
    return this.#decoder.decode(bytes, options);
  }

  take(text: string): number {
    if (text === '') return 0;
    let lineEnds = isLineEnd(text.charCodeAt(text.length - 1)) ? 0 : Infinity;
    for (let at = 0; at < text.length; at += 1) if (isLineEnd(text.charCodeAt(at))) lineEnds += 1;
    let taken = 0;
    for (let [bytes] = this.#bytes; bytes !== undefined; [bytes] = this.#bytes) {
      for (let at = this.#at; at < bytes.length; at += 1) {
        if (!isLineEnd(bytes[at]) || --lineEnds > 0) continue;
        taken += at + 1 - this.#at;
        this.#at = at + 1;
        return taken;
      }
      taken += bytes.length - this.#at;
      this.#bytes.shift();
      this.#at = 0;
    }
    return taken;
  }
}

function isLineEnd(code: number | undefined): boolean {
  return code === lineFeed || code === carriageReturn;
}

/** Decodes UTF-32. */
class Utf32Decoder implements FileDecoder {
  readonly #isLittle: boolean;
  readonly #isLenient: boolean;
  /** The first bytes of a character that is not complete. */
  #rest = new Uint8Array();

  constructor(isLittle: boolean, isLenient: boolean) {
    this.#isLittle = isLittle;
    this.#isLenient = isLenient;
  }

  decode(bytes: Uint8Array = new Uint8Array(), options?: { readonly stream?: boolean }): string {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    const end = all.length - (all.length % 4);
    this.#rest = all.slice(end);
    const view = new DataView(all.buffer, 0, end);
    const units = new Uint16Array(end / 2);
    let length = 0;
    for (let at = 0; at < end; at += 4) {
      const code = this.#valid(view.getUint32(at, this.#isLittle));
      if (code > 0xffff) units[length++] = 0xd7c0 + (code >>> 10);
      units[length++] = code > 0xffff ? 0xdc00 | (code & 0x3ff) : code;
    }
    const text = new TextDecoder('utf-16le', utf16Options).decode(units.subarray(0, length));
    if (options?.stream === true || this.#rest.length === 0) return text;
    this.#rest = new Uint8Array();
    return text + String.fromCharCode(this.#valid(Infinity));
  }

  take(text: string): number {
    let pairs = 0;
    for (let at = 0; at < text.length; at += 1)
      if ((text.charCodeAt(at) & 0xfc00) === 0xd800) pairs += 1;
    return (text.length - pairs) * 4;
  }

  #valid(code: number): number {
    if (code < 0xd800 || (code > 0xdfff && code <= 0x10ffff)) return code;
    if (this.#isLenient) return 0xfffd;
    throw new TypeError('The bytes are not UTF-32.');
  }
}

const multiByte: ReadonlySet<Encoding> = new Set([
  'big5',
  'gb18030',
  'shift_jis',
  'euc-jp',
  'euc-kr',
]);

/** Returns whether a character can take several bytes and each line end is one byte. */
export function isMultiByte(encoding: Encoding): boolean {
  return multiByte.has(encoding);
}

/**
 * Returns a decoder that keeps a byte-order mark as a character. A lenient one writes U+FFFD where
 * bytes are invalid in the encoding.
 */
export function fileDecoder(encoding: Encoding, isLenient: boolean): FileDecoder {
  switch (encoding) {
    case 'cp437':
    case 'cp850':
    case 'cp852':
      return codePageDecoder(encoding);
    case 'utf-32le':
    case 'utf-32be':
      return new Utf32Decoder(encoding === 'utf-32le', isLenient);
    default: {
      const decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal: !isLenient });
      if (isMultiByte(encoding)) return new MultiByteDecoder(decoder);
      return {
        decode: (bytes, options) => decoder.decode(bytes, options),
        take: sizesIn[encoding] ?? countCharacters,
      };
    }
  }
}

const encoder = new TextEncoder();
const countCharacters = (text: string) => text.length;
const sizesIn: Partial<Record<Encoding, (text: string) => number>> = {
  'utf-8': (text) => encoder.encode(text).length,
  'utf-16le': (text) => text.length * 2,
  'utf-16be': (text) => text.length * 2,
};

/**
 * The characters of the MS-DOS code pages that TextDecoder doesn't know, at bytes 0x80 to 0xFF
 * (https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/). Bytes below 0x80 are ASCII.
 */
const codePages = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
} as const;

/** Returns a decoder of a code page, whose characters are single bytes, by its table. */
function codePageDecoder(codePage: keyof typeof codePages): FileDecoder {
  const ascii = Array.from({ length: 0x80 }, (_, code) => code);
  const codes = Uint16Array.from([
    ...ascii,
    ...Array.from(codePages[codePage], (char) => char.charCodeAt(0)),
  ]);
  return {
    decode: (bytes = new Uint8Array()) => {
      const units = new Uint16Array(bytes.length);
      for (let at = 0; at < bytes.length; at += 1) units[at] = codes[bytes[at] ?? 0] ?? 0;
      return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units);
    },
    take: countCharacters,
  };
}
