import type { Delimiter } from '#contract/bulk-upload/parse-options.ts';

/** What a spreadsheet makes of a long number or a failed formula, or puts before a number. */
const damageSigns = ['E+', '#', 'Err:', "'"] as const;
/** What follows a sign that is common in texts, where it is a sign of damage. */
const nextCharacter: Partial<Record<(typeof damageSigns)[number], RegExp>> = {
  '#': /[#A-Za-z¡¿]/,
  "'": /\d/,
};

/**
 * Returns the rows of a text with only plain characters that need a closer look all the same: rows
 * with a line break in a cell, or with signs of a number damaged by a spreadsheet. Rows count from
 * 0 within the text; null means any row may need a look.
 */
export function rowsToValidate(text: string, delimiter: Delimiter): ReadonlySet<number> | null {
  const rows = new Set<number>();
  let row = 0;
  let line = text.indexOf('\n');
  const goTo = (index: number): void => {
    for (; line !== -1 && line < index; line = text.indexOf('\n', line + 1)) row += 1;
  };
  let quote = text.indexOf('"');
  const findDamageSign = damageSignFinder(text);
  let damage = findDamageSign(0);
  while (quote !== -1 || damage !== -1) {
    if (quote === -1 || isFoundBefore(damage, quote)) {
      goTo(damage);
      rows.add(row);
      // One match per row is enough: continue on the next line.
      damage = line === -1 ? -1 : findDamageSign(line);
      continue;
    }
    goTo(quote);
    if (startsCell(text, quote, delimiter)) {
      quote = closingQuote(text, quote);
      // Spreadsheets don't write such quotes. Papaparse handles them.
      if (quote === -1 || !endsCell(text, quote, delimiter)) return null;
      if (isFoundBefore(line, quote)) {
        rows.add(row);
        line = text.indexOf('\n', quote);
      }
      if (isFoundBefore(damage, quote)) {
        rows.add(row);
        damage = findDamageSign(quote);
      }
    }
    quote = text.indexOf('"', quote + 1);
  }
  return rows;
}

/** Returns whether something was found (-1 if not) before an index. */
function isFoundBefore(found: number, index: number): boolean {
  return found !== -1 && found < index;
}

/**
 * Returns a function that finds the next spoiled sign from a start index that never decreases. The
 * position of each sign is cached, so the text is scanned once per sign.
 */
function damageSignFinder(text: string): (start: number) => number {
  const find = (sign: (typeof damageSigns)[number], start: number): number => {
    const next = nextCharacter[sign];
    for (let index = text.indexOf(sign, start); ; index = text.indexOf(sign, index + 1))
      if (index === -1 || next === undefined || next.test(text.charAt(index + 1))) return index;
  };
  const nextIndexes = damageSigns.map((sign) => find(sign, 0));
  return (start) => {
    let nearest = -1;
    for (const [at, sign] of damageSigns.entries()) {
      let index = nextIndexes[at] ?? -1;
      if (index !== -1 && index < start) index = nextIndexes[at] = find(sign, start);
      if (index !== -1 && (nearest === -1 || index < nearest)) nearest = index;
    }
    return nearest;
  };
}

function startsCell(text: string, quote: number, delimiter: Delimiter): boolean {
  const before = text[quote - 1];
  return before === undefined || before === delimiter || before === '\n';
}

function endsCell(text: string, quote: number, delimiter: Delimiter): boolean {
  const after = text[quote + 1];
  return after === undefined || after === delimiter || after === '\r' || after === '\n';
}

function closingQuote(text: string, opening: number): number {
  let quote = text.indexOf('"', opening + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}
