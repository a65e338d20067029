import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

/** Decodes the bytes of a file, and measures the decoded text in bytes. */
export interface FileDecoder {
  /**
   * Returns the text of the next bytes. With `stream` they may end within a character.
   * @throws a TypeError at bytes that are invalid in the encoding, unless the decoder is lenient
   */
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
  /**
   * Returns how many bytes the next text takes. Texts come in the order they were decoded in, and
   * end with a line end or with the file.
   */
  take(text: string): number;
}

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

const multiByte: ReadonlySet<Encoding> = new Set([
  'big5',
  'gb18030',
  'shift_jis',
  'euc-jp',
  'euc-kr',
]);

/** Returns whether a character can take several bytes and each line end is one byte. */
export const isMultiByte = (encoding: Encoding): boolean => multiByte.has(encoding);

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
