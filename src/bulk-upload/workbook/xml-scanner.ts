import { damaged } from './workbook.ts';
import { maxNamespaces, namesAsWritten, XmlNames, type Vocabulary } from './xml-names.ts';

/** The start tag of an element. The object is reused for the next tag. */
export interface Tag {
  /** The name with the prefix of the vocabulary: `table:table-row`; `row` for an empty prefix. */
  readonly name: string;
  /** Whether the element is empty and ends with this tag: `<v/>`. */
  readonly isEmpty: boolean;
  /** Returns an attribute by such a name; undefined if there is none. */
  attribute(name: string): string | undefined;
}

/** Receives the elements and texts of an XML document in their order. */
export interface XmlHandler {
  open(tag: Tag): void;
  /** Called for an empty element as well. */
  close(name: string): void;
  /** Called only while `wantsText` is true. A text can arrive in several parts. */
  text?(text: string): void;
  /** Whether the text of the current element is needed. */
  readonly wantsText?: boolean;
  /** Whether nothing further of the document is needed. */
  readonly isDone?: boolean;
}

/** Max characters of one tag, comment or CDATA section. A text can be longer. */
const maxTokenLength = 1024 * 1024;
const code = {
  quote: 0x22,
  apostrophe: 0x27,
  equals: 0x3d,
  slash: 0x2f,
  end: 0x3e,
  exclamation: 0x21,
  question: 0x3f,
};

/**
 * Scans an XML document that arrives in parts, such as a sheet of a workbook, without holding more
 * than one part. Entities declared in the document are not expanded.
 */
export class XmlScanner {
  readonly #handler: XmlHandler;
  readonly #vocabulary: Vocabulary;
  readonly #tag = new ScannedTag();
  #names = namesAsWritten;
  #depth = 0;
  /** The depth of an element that is left out with all that it contains; 0 outside of any. */
  #skippedDepth = 0;
  /** The names outside of the elements that declare namespaces, with the depths of these. */
  readonly #outerNames: { readonly depth: number; readonly names: XmlNames }[] = [];
  /** The next place in the text at which a namespace may be declared. */
  #nextDeclaration = 0;
  #rest = '';

  constructor(handler: XmlHandler, vocabulary: Vocabulary) {
    this.#handler = handler;
    this.#vocabulary = vocabulary;
  }

  /**
   * Scans the next part.
   * @throws Error with a sentence for the user if a tag has no end, or for too many namespaces
   */
  push(part: string): void {
    const text = this.#rest === '' ? part : this.#rest + part;
    const end = this.#scan(text);
    this.#rest = end === text.length ? '' : text.slice(end);
    if (this.#rest.length > maxTokenLength) throw new Error(damaged);
  }

  /** @throws Error with a sentence for the user if the document breaks off */
  end(): void {
    if (this.#rest.trim() !== '') throw new Error(damaged);
  }

  /** Returns the index where the scan stopped: the start of the incomplete rest. */
  #scan(text: string): number {
    let at = 0;
    this.#nextDeclaration = findDeclaration(text, 0);
    for (;;) {
      const open = text.indexOf('<', at);
      if (open === -1) return this.#passText(text, at);
      if (open > at && this.#wantsText) this.#handler.text?.(decodeXml(text.slice(at, open)));
      const next = text.charCodeAt(open + 1);
      if (next === code.exclamation || next === code.question) {
        const end = this.#skip(text, open);
        if (end === -1) return open;
        at = end;
        continue;
      }
      const end = next === code.slash ? text.indexOf('>', open) : tagEnd(text, open + 1);
      if (end === -1) return open;
      if (next === code.slash) this.#close(this.#names.element(text, open + 2, end));
      else this.#open(text, open + 1, end);
      at = end + 1;
    }
  }

  /** Passes on a text that may continue in the next part. Returns where its rest begins. */
  #passText(text: string, start: number): number {
    if (!this.#wantsText) return text.length;
    // A reference or a line end may be cut in two.
    const cut = /(?:&[^;]{0,10}|\r)$/.exec(text.slice(Math.max(start, text.length - 12)));
    const end = text.length - (cut?.[0].length ?? 0);
    if (end > start) this.#handler.text?.(decodeXml(text.slice(start, end)));
    return end;
  }

  #open(text: string, start: number, end: number): void {
    const isEmpty = text.charCodeAt(end - 1) === code.slash;
    this.#depth += 1;
    if (this.#nextDeclaration < end) {
      if (this.#outerNames.push({ depth: this.#depth, names: this.#names }) > maxNamespaces)
        throw new Error(damaged);
      this.#names = this.#names.with(text.slice(start, end), this.#vocabulary);
      this.#nextDeclaration = findDeclaration(text, end);
    }
    this.#tag.set(text, start, isEmpty ? end - 1 : end, isEmpty, this.#names);
    const { name } = this.#tag;
    if (this.#skippedDepth === 0) {
      if (this.#vocabulary.skips?.(name) === true) this.#skippedDepth = this.#depth;
      else this.#handler.open(this.#tag);
    }
    if (isEmpty) this.#close(name);
  }

  #close(name: string): void {
    if (this.#skippedDepth === 0) this.#handler.close(name);
    else if (this.#skippedDepth === this.#depth) this.#skippedDepth = 0;
    const outer = this.#outerNames.at(-1);
    if (outer?.depth === this.#depth) {
      this.#names = outer.names;
      this.#outerNames.pop();
    }
    this.#depth -= 1;
  }

  get #wantsText(): boolean {
    return this.#skippedDepth === 0 && this.#handler.wantsText === true;
  }

  /**
   * Skips a comment, an instruction or a declaration, and passes on the text of a CDATA section.
   * Returns the index after its end; -1 if the end is missing.
   */
  #skip(text: string, open: number): number {
    if (text.startsWith('<![CDATA[', open)) {
      const end = text.indexOf(']]>', open);
      if (end === -1) return -1;
      if (this.#wantsText) this.#handler.text?.(text.slice(open + 9, end));
      return end + 3;
    }
    // The next characters may tell that it is a CDATA section or a comment.
    if (text.length - open < 9) return -1;
    const ending = text.startsWith('<!--', open) ? '-->' : '>';
    const end = text.indexOf(ending, open);
    return end === -1 ? -1 : end + ending.length;
  }
}

class ScannedTag implements Tag {
  name = '';
  isEmpty = false;
  #text = '';
  #names = namesAsWritten;
  #attributesStart = 0;
  #end = 0;

  set(text: string, start: number, end: number, isEmpty: boolean, names: XmlNames): void {
    let nameEnd = start;
    while (nameEnd < end && text.charCodeAt(nameEnd) > 0x20) nameEnd += 1;
    this.name = names.element(text, start, nameEnd);
    this.#names = names;
    this.isEmpty = isEmpty;
    this.#text = text;
    this.#attributesStart = nameEnd;
    this.#end = end;
  }

  attribute(name: string): string | undefined {
    const text = this.#text;
    let at = this.#attributesStart;
    while (at < this.#end) {
      while (text.charCodeAt(at) <= 0x20) at += 1;
      const equals = text.indexOf('=', at);
      if (equals === -1 || equals >= this.#end) return undefined;
      let nameEnd = equals;
      while (text.charCodeAt(nameEnd - 1) <= 0x20) nameEnd -= 1;
      let quote = equals + 1;
      while (text.charCodeAt(quote) <= 0x20) quote += 1;
      const end = text.indexOf(text[quote] ?? '"', quote + 1);
      if (end === -1 || end > this.#end) return undefined;
      const isRequested = this.#names.hasStandardPrefixes
        ? nameEnd - at === name.length && text.startsWith(name, at)
        : this.#names.attribute(text.slice(at, nameEnd)) === name;
      if (isRequested) return decodeXml(text.slice(quote + 1, end));
      at = end + 1;
    }
    return undefined;
  }
}

/** Returns the index of the `>` that ends a start tag; -1 if it is missing. */
function tagEnd(text: string, start: number): number {
  const first = text.indexOf('>', start);
  const last = text.charCodeAt(first - 1) === code.slash ? first - 2 : first - 1;
  // After the quote that ends an attribute, as in nearly every tag that has any.
  if (text.charCodeAt(last) === code.quote && text.charCodeAt(last - 1) !== code.equals)
    return first;
  return quotedTagEnd(text, start);
}

/** Does the same for a tag that may have a `>` in an attribute. */
function quotedTagEnd(text: string, start: number): number {
  let quote = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (quote !== 0) {
      if (char === quote) quote = 0;
    } else if (char === code.end) return at;
    else if (char === code.quote || char === code.apostrophe) quote = char;
  }
  return -1;
}

function findDeclaration(text: string, from: number): number {
  const at = text.indexOf('xmlns', from);
  return at === -1 ? Infinity : at;
}

const names: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const reference = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;

/** Returns a text of XML with its references replaced, and line ends as XML has them: `\n`. */
function decodeXml(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  if (!lines.includes('&')) return lines;
  return lines.replaceAll(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return names[name] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
