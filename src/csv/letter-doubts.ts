import { excelCsv } from '#contract/csv-text.ts';
import { templateColumns } from '#contract/lead-template.ts';
import { count } from '#src/lib/numbers.ts';

import { findLostLetter, mayHaveLostLetters } from './lost-letters.ts';
import { MisreadWords } from './misread-words.ts';
import type { FileNotice } from './recognition.ts';
import type { RowSlice } from './row-format.ts';

/** Cells in doubt are counted; so many of them are shown. */
const mostExamples = 3;
/** Of a longer cell, this much around the place is shown. */
const shown = { before: 12, after: 28 } as const;

/** By the column's place: whether its cells are names or parts of an address. */
const isName = templateColumns.map(({ name }) =>
  /name$|^callOnBehalfOf$|^industry|address\./i.test(name),
);

type Find = (text: string, isName: boolean) => number;

/** Cells with one kind of doubt. */
class DoubtfulCells {
  cells = 0;
  readonly examples: string[] = [];

  take({ rows, firstRow }: RowSlice, find: Find): void {
    for (const [at, row] of rows.entries()) {
      for (let place = 0; place < templateColumns.length; place += 1) {
        const text = row[place]!;
        if (text === '') continue;
        const found = find(text, isName[place]!);
        if (found === -1) continue;
        this.cells += 1;
        if (this.examples.length < mostExamples)
          this.examples.push(
            `Row ${count(firstRow + at)}, ${templateColumns[place]!.label}: ${excerpt(text, found)}`,
          );
      }
    }
  }
}

/** Counts the cells of a file whose letters seem misread or lost, and keeps a few of them as examples. */
export class LetterDoubts {
  readonly #words = new MisreadWords();
  readonly #misread = new DoubtfulCells();
  readonly #lost = new DoubtfulCells();

  take(slice: RowSlice): void {
    const find: Find = (text, isOfName) => this.#words.find(text, isOfName);
    if (slice.mayBeMisread && find(slice.text, true) !== -1) this.#misread.take(slice, find);
    if (mayHaveLostLetters(slice.text)) this.#lost.take(slice, findLostLetter);
  }

  /** What to say of them. `isUtf8`: the file is UTF-8 and was read otherwise, which is said elsewhere. */
  notices(isUtf8: boolean): FileNotice[] {
    return [
      ...(isUtf8 ? [] : noticeOf(this.#misread, misreadWords)),
      ...noticeOf(this.#lost, lostWords),
    ];
  }
}

interface Words {
  readonly title: (cells: string) => string;
  readonly advice: string;
}

/** How to save a file so that every letter survives. */
const saveAgain = `open the original in Excel, choose Save as, then “${excelCsv}”, and choose that file here.`;

const misreadWords: Words = {
  title: (cells) => `The letters of ${cells} look wrong.`,
  advice: `The file may be saved in an encoding that is not recognised, such as “CSV (MS-DOS)”. To keep every letter, ${saveAgain} Or see whether another choice under “Read as” shows them right.`,
};

const lostWords: Words = {
  title: (cells) => `Letters are missing in ${cells}.`,
  advice: `A ? or � stands where a letter was: Excel writes ? for letters such as ā, ł or ễ when it saves plain CSV. To get them back, ${saveAgain}`,
};

function noticeOf({ cells, examples }: DoubtfulCells, { title, advice }: Words): FileNotice[] {
  if (cells === 0) return [];
  return [
    {
      kind: 'letters',
      weight: 'warn',
      title: title(cells === 1 ? '1 cell' : `${count(cells)} cells`),
      advice,
      examples,
      action: null,
      parseOptions: null,
    },
  ];
}

/** A cell, or what stands around a place in it; with a sign for what has no shape. */
function excerpt(text: string, at: number): string {
  const start = text.length > shown.before + shown.after ? Math.max(0, at - shown.before) : 0;
  const end = Math.min(text.length, Math.max(at, shown.before) + shown.after);
  const part = text.slice(start, end).replaceAll(/\p{Cc}/gu, '\ufffd');
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}
