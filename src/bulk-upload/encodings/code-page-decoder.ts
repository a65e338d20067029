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

/** Decodes a code page, whose characters are single bytes, by its table. It is a `FileDecoder`. */
export class CodePageDecoder {
  readonly #codes: Uint16Array;

  constructor(codePage: keyof typeof codePages) {
    const ascii = Array.from({ length: 0x80 }, (_, code) => code);
    this.#codes = Uint16Array.from([
      ...ascii,
      ...Array.from(codePages[codePage], (char) => char.charCodeAt(0)),
    ]);
  }

  decode(bytes: Uint8Array = new Uint8Array()): string {
    const units = new Uint16Array(bytes.length);
    for (let at = 0; at < bytes.length; at += 1) units[at] = this.#codes[bytes[at] ?? 0] ?? 0;
    return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units);
  }

  take(text: string): number {
    return text.length;
  }
}
