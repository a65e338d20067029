/** The facts about a row after one look at its bytes. */
export const rowKinds = {
  /** Its cells were found, and none has a line break. */
  plain: 0,
  /** Its cells were found, and one of them has a line break. */
  lines: 1,
  /** All its cells are empty. */
  blank: 2,
  /** It has to be parsed. */
  unknown: 3,
} as const;

/** Up to this many characters, a text is created faster from its codes than by a decoder. */
const maxShortText = 16;

/**
 * Consecutive rows in the bytes of a file, and where their cells are. The text of a cell is only
 * created when it is needed: creating them all takes most of the time of reading a file.
 */
export class ScannedRows {
  /** The bytes of the rows. */
  bytes = new Uint8Array();
  /** The number of rows. */
  length = 0;
  /** The number of columns of the header. */
  readonly width: number;
  /** Whether any cell has a question mark. */
  hasQuestionMark = false;
  /** By row: where it begins. The row after the last one begins where the last one ends. */
  starts = new Int32Array(1024);
  /** By row: one of `rowKinds`. */
  kinds = new Uint8Array(1024);
  /** By row and column of the file: where the content of the cell begins, after its quote. */
  cellStarts: Int32Array<ArrayBuffer>;
  /** The end of the content: at the start or before it if the cell is empty. */
  cellEnds: Int32Array<ArrayBuffer>;
  readonly #decode: (bytes: Uint8Array) => string;

  constructor(width: number, decode: (bytes: Uint8Array) => string) {
    this.width = width;
    this.cellStarts = new Int32Array(1024 * width);
    this.cellEnds = new Int32Array(1024 * width);
    this.#decode = decode;
  }

  /** The byte after the last row. */
  get end(): number {
    return this.starts[this.length]!;
  }

  /** Makes room for one more row and the start of the next one. */
  reserve(): void {
    if (this.length + 2 <= this.starts.length) return;
    this.starts = doubled(this.starts, Int32Array);
    this.kinds = doubled(this.kinds, Uint8Array);
    this.cellStarts = doubled(this.cellStarts, Int32Array);
    this.cellEnds = doubled(this.cellEnds, Int32Array);
  }

  /** Returns the text of a cell whose content begins and ends there. */
  text(start: number, end: number): string {
    if (start >= end) return '';
    const text = this.#asciiText(start, end) ?? this.#decode(this.bytes.subarray(start, end));
    return text.includes('"') ? text.replaceAll('""', '"') : text;
  }

  /** Returns a short text of ASCII characters, without a loop that joins them; null for others. */
  #asciiText(start: number, end: number): string | null {
    if (end - start > maxShortText) return null;
    const { bytes } = this;
    for (let at = start; at < end; at += 1) if (bytes[at]! > 0x7f) return null;
    const at = (index: number) => bytes[start + index]!;
    return String.fromCharCode(
      at(0),
      at(1),
      at(2),
      at(3),
      at(4),
      at(5),
      at(6),
      at(7),
      at(8),
      at(9),
      at(10),
      at(11),
      at(12),
      at(13),
      at(14),
      at(15),
    ).slice(0, end - start);
  }
}

function doubled<A extends { set(from: A): void; readonly length: number }>(
  array: A,
  type: new (length: number) => A,
): A {
  const grown = new type(array.length * 2);
  grown.set(array);
  return grown;
}
