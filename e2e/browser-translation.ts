/**
 * Does to a page what the translation of Chrome and Edge does once somebody has turned it on: it
 * replaces each text, present or added later, by a copy in two `font` elements. The words stay the
 * same, so that a test finds them. Elements marked as not to be translated are skipped. Runs in the
 * page, before its scripts.
 */
export function translateInBrowser(): void {
  const untouched = 'script, style, noscript, textarea, option, title, font, svg';
  const notTranslated = '[translate="no"], .notranslate';

  function translate(text: Text): void {
    const element = text.parentElement;
    if (element === null || text.data.trim() === '') return;
    if (element.matches(untouched) || element.closest(notTranslated) !== null) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }

  function translateAllIn(node: Node): void {
    const texts = document.createNodeIterator(node, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode())
      found.push(text);
    for (const text of found) translate(text);
  }

  const changes = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes)
        if (node.isConnected) translateAllIn(node);
  });
  document.addEventListener('DOMContentLoaded', () => {
    translateAllIn(document.body);
    changes.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}
