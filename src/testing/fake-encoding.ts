import { utf16 } from './csv-parts.ts';

/**
 * Encodes text for tests: the inverse of TextDecoder, and the DOS code pages that TextDecoder
 * doesn't support.
 */

const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const cp852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0';
const codePages: Readonly<Record<string, string>> = { cp850, cp437, cp852 };

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/**
 * Returns a text as bytes in an encoding.
 * @throws an Error at a character that the encoding does not have
 */
export function encodedText(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding.startsWith('utf-16')) return utf16(text, encoding === 'utf-16le');
  const table = tables.get(encoding) ?? makeTable(encoding);
  tables.set(encoding, table);
  return Uint8Array.from(
    Array.from(text).flatMap((char) => {
      const bytes = table.get(char);
      if (bytes === undefined) throw new Error(`${encoding} has no ${char}.`);
      return bytes;
    }),
  );
}

function makeTable(encoding: string): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  for (let byte = 0; byte < 0x80; byte += 1) table.set(String.fromCharCode(byte), [byte]);
  const page = codePages[encoding];
  if (page !== undefined) {
    for (const [at, char] of Array.from(page).entries()) table.set(char, [0x80 + at]);
    return table;
  }
  const decoder = new TextDecoder(encoding);
  const add = (...bytes: number[]) => {
    const chars = Array.from(decoder.decode(Uint8Array.from(bytes)));
    const [char] = chars;
    if (char !== undefined && char !== '\ufffd' && chars.length === 1 && !table.has(char))
      table.set(char, bytes);
  };
  for (let byte = 0x80; byte < 0x100; byte += 1) add(byte);
  if (!/jis|big5|gb|euc/.test(encoding)) return table;
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  return table;
}
