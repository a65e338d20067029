/** So many letters and digits of a key in a row are no coincidence. */
const minEchoLength = 8;

/**
 * Returns whether a text repeats an API key, or a part of it, in any spelling: with other case,
 * separators or invisible characters, with escapes or markup in between, or as Base64 or hex.
 */
export function echoesKey(text: string, key: string): boolean {
  const target = lettersIn(key);
  if (target === '') return text.includes(key);
  const length = Math.min(minEchoLength, target.length);
  const parts = Array.from({ length: target.length - length + 1 }, (_, at) =>
    target.slice(at, at + length),
  );
  return spellings(text).some((spelling) => {
    const letters = lettersIn(spelling);
    return parts.some((part) => letters.includes(part));
  });
}

/** Returns the letters and digits of a text, in lower case. */
function lettersIn(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the texts that a text can stand for. */
function spellings(text: string): string[] {
  const unescaped = withoutEscapes(withoutEscapes(text));
  // What follows a `<` that nothing closes is no markup.
  const unmarked = unescaped.replace(/<[^>]*>?/g, (tag) => (tag.endsWith('>') ? '' : tag));
  const texts = [text, unescaped, unmarked];
  const decoded = texts.flatMap((one) => [
    ...decode(one.replace(/[^\w+/-]/g, ''), 'base64', 4),
    ...(one.match(/(?:[\da-f]{2}[\s:,-]?){4,}/gi) ?? []).flatMap((run) =>
      decode(run.replace(/[^\da-f]/gi, ''), 'hex', 2),
    ),
  ]);
  return [...texts, ...decoded];
}

/** Decodes a text from each of its first characters on: text before the key shifts groups. */
function decode(text: string, encoding: 'base64' | 'hex', groupLength: number): string[] {
  return Array.from({ length: groupLength }, (_, start) =>
    Buffer.from(text.slice(start), encoding).toString('latin1'),
  );
}

/** Returns a text with the escapes of URLs, HTML and JSON replaced by their characters. */
function withoutEscapes(text: string): string {
  return text.replace(
    /%([\da-f]{2})|&#x0*([\da-f]{1,5});?|\\u([\da-f]{4})|\\x([\da-f]{2})|&#0*(\d{1,6});?/gi,
    (_escape, ...groups: (string | undefined)[]) => {
      const hex = groups.slice(0, 4).find((group) => group !== undefined);
      const code = hex === undefined ? Number(groups[4]) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}
