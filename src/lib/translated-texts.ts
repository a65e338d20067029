/**
 * A browser that translates a page puts a `font` element in the place of each text. React knows
 * only the text: it can't remove one that is not in the page any more, nor insert something before
 * it, and a text that changes is changed out of sight.
 *
 * So each text that was replaced goes back into the page, emptied, before its translation. React
 * finds it where it was, and the translation follows what React does with it.
 */
interface Translation {
  readonly text: Text;
  readonly font: HTMLElement;
  /** The original text, restored once the browser removes its translation. */
  readonly original: string;
}

/** Lets React find the texts within an element while the browser translates them. */
export function followTranslations(root: Node): void {
  const texts = new FollowedTexts(root);
  // React may come between a translation and its observer.
  for (const name of ['removeChild', 'insertBefore']) {
    const method: unknown = Reflect.get(Node.prototype, name);
    if (typeof method !== 'function') continue;
    Reflect.set(Node.prototype, name, function follow(this: Node, ...args: Node[]): unknown {
      // The node to remove, or the one to insert before.
      const child = args.at(-1);
      if (child && child.parentNode !== this) texts.followNow();
      return Reflect.apply(method, this, args);
    });
  }
}

class FollowedTexts {
  /** By text, and by the element around its translation. */
  readonly #translations = new WeakMap<Node, Translation>();
  readonly #observer = new MutationObserver((records) => this.#follow(records));

  constructor(root: Node) {
    this.#observer.observe(root, { childList: true, characterData: true, subtree: true });
  }

  /** Follows the changes that were made until now. */
  followNow(): void {
    this.#follow(this.#observer.takeRecords());
  }

  #follow(records: readonly MutationRecord[]): void {
    const replaced = new Set<Text>();
    for (const [index, { type, target, addedNodes, removedNodes }] of records.entries()) {
      if (type === 'characterData') this.#showChanged(target);
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement) || node.tagName !== 'FONT') continue;
        const text = this.#findReplaced(node, records.slice(index));
        if (text !== undefined) replaced.add(this.#putBack(text, node));
      }
      for (const node of removedNodes) this.#followMove(node);
    }
    // Not before: a text that changed after it was replaced shows its new content.
    for (const text of replaced) if (this.#translations.has(text)) text.data = '';
    // Ignores the changes made here.
    this.#observer.takeRecords();
  }

  /**
   * Returns the text whose place a translation has taken: in one step, or put beside the text,
   * which was removed then.
   */
  #findReplaced(font: Node, records: readonly MutationRecord[]): Text | undefined {
    const record = records.find(
      ({ addedNodes, removedNodes, previousSibling, nextSibling }) =>
        removedNodes[0] && [addedNodes[0], previousSibling, nextSibling].includes(font),
    );
    const removed = record?.removedNodes[0];
    // Another translation may have been there before.
    return removed instanceof Text ? removed : this.#translations.get(removed ?? font)?.text;
  }

  #putBack(text: Text, font: HTMLElement): Text {
    if (text.parentNode === null) font.before(text);
    else text.after(font);
    const original = this.#delete(text)?.original ?? text.data;
    const translation = { text, font, original };
    this.#translations.set(text, translation).set(font, translation);
    return text;
  }

  /** React has changed a text: its translation goes, until the browser translates it again. */
  #showChanged(node: Node): void {
    const translation = this.#delete(node);
    if (translation === undefined) return;
    const { text, font } = translation;
    // Added again, for browsers that translate only added texts, not changed ones.
    if (text.nextSibling === font) font.replaceWith(text);
    else font.remove();
  }

  /** Somebody has removed or moved a text or its translation. */
  #followMove(node: Node): void {
    const translation = this.#translations.get(node);
    if (translation === undefined) return;
    const { text, font, original } = translation;
    if (text.parentNode === null) {
      this.#delete(text);
      font.remove();
    } else if (font.parentNode === null) {
      this.#delete(text);
      text.data = original;
    } else if (text.nextSibling !== font) text.after(font);
  }

  #delete(node: Node): Translation | undefined {
    const translation = this.#translations.get(node);
    if (translation) {
      this.#translations.delete(translation.text);
      this.#translations.delete(translation.font);
    }
    return translation;
  }
}
