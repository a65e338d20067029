import { damaged } from './workbook.ts';

/** The names of a kind of document. */
export interface Vocabulary {
  /** The prefixes that the readers use for its namespaces, by their addresses. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Returns whether an element is left out with all that it contains. */
  skips?(name: string): boolean;
}

/**
 * Max number of namespaces at a place of a document, and of elements in one another that declare
 * some: workbooks have about thirty in one element. Each such element copies all of them.
 */
export const maxNamespaces = 256;

const colon = 0x3a;
const declaration = /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Translates the prefixes that a document has at some place to those of its vocabulary. */
export class XmlNames {
  /** Whether attributes are written as the vocabulary names them. */
  readonly hasStandardPrefixes: boolean;
  readonly #prefixes: ReadonlyMap<string, string>;
  /** The beginning of an element's name without a prefix. */
  readonly #default: string;

  constructor(prefixes: ReadonlyMap<string, string>, hasStandardPrefixes: boolean) {
    this.#prefixes = prefixes;
    this.#default = start(prefixes.get('') ?? '');
    this.hasStandardPrefixes = hasStandardPrefixes;
  }

  /**
   * Returns the names within an element that declares namespaces in its start tag.
   * @throws Error with a sentence for the user if it has more than {@link maxNamespaces}
   */
  with(tag: string, { namespaces }: Vocabulary): XmlNames {
    const prefixes = new Map(this.#prefixes);
    for (const [, prefix = '', quoted, other] of tag.matchAll(declaration))
      prefixes.set(prefix, namespaces[quoted ?? other ?? ''] ?? `?${prefix}`);
    if (prefixes.size > maxNamespaces) throw new Error(damaged);
    const own = new Set(Object.values(namespaces));
    const hasStandardPrefixes = [...prefixes].every(
      ([prefix, name]) =>
        prefix === '' || name === prefix || (name.startsWith('?') && !own.has(prefix)),
    );
    return new XmlNames(prefixes, hasStandardPrefixes);
  }

  /** Returns the name of an element: `?x14:row` for one that is not of the vocabulary. */
  element(text: string, from: number, to: number): string {
    let end = to;
    while (end > from && text.charCodeAt(end - 1) <= 0x20) end -= 1;
    for (let at = from; at < end; at += 1)
      if (text.charCodeAt(at) === colon) return this.attribute(text.slice(from, end));
    return this.#default === '' ? text.slice(from, end) : this.#default + text.slice(from, end);
  }

  /** Returns the name of an attribute. Without a prefix it belongs to its element. */
  attribute(name: string): string {
    const at = name.indexOf(':');
    if (at === -1) return name;
    const prefix = name.slice(0, at);
    return start(this.#prefixes.get(prefix) ?? prefix) + name.slice(at + 1);
  }
}

function start(prefix: string): string {
  return prefix === '' ? '' : `${prefix}:`;
}

/** The names at the start of a document: as written. */
export const namesAsWritten = new XmlNames(new Map(), true);
