import { render } from '@testing-library/react';
import { expect, test } from 'vitest';

import { followTranslations } from './translated-texts.ts';

followTranslations(document.body);

type Replace = (text: Text, font: HTMLElement) => void;
const replaceAtOnce: Replace = (text, font) => text.replaceWith(font);

/** Translates a text into itself in capitals. Returns the element around the translation. */
function translate(text: Text, replace = replaceAtOnce): HTMLElement {
  const font = document.createElement('font');
  font.innerHTML = `<font>${text.data.toUpperCase()}</font>`;
  replace(text, font);
  return font;
}

const textsIn = (element: Element) =>
  [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '');
/** Translates the texts of an element. */
function translateAll(element: Element): void {
  for (const text of textsIn(element)) translate(text as Text);
}

/** Waits for the observers of what changed. */
const seen = async () => Promise.resolve();

function Leads({ count, isLoading = false }: { count?: number; isLoading?: boolean }) {
  return (
    <p>
      {isLoading && 'Loading'}
      {count !== undefined && count}
      {' leads'}
    </p>
  );
}

/** Renders some leads. Returns the displayed text, and a function that renders others. */
function renderLeads(props: Parameters<typeof Leads>[0]) {
  const { container, rerender } = render(<Leads {...props} />);
  const paragraph = container.querySelector('p')!;
  return {
    paragraph,
    shown: () => paragraph.textContent,
    renderAgain: (changed: typeof props) => rerender(<Leads {...changed} />),
  };
}

test.each<[string, Replace]>([
  ['at once', replaceAtOnce],
  [
    'by an element before it, and a removal',
    (text, font) => {
      text.before(font);
      text.remove();
    },
  ],
  [
    'by an element behind it, and a removal',
    (text, font) => {
      text.after(font);
      text.remove();
    },
  ],
])('a text that was replaced %s is removed with its translation', async (_, replace) => {
  const { paragraph, shown, renderAgain } = renderLeads({ isLoading: true });
  for (const text of textsIn(paragraph)) translate(text as Text, replace);
  await seen();
  expect(shown()).toBe('LOADING LEADS');
  renderAgain({});
  await seen();
  expect(shown()).toBe(' LEADS');
});

test('a text is inserted before one that was replaced', async () => {
  const { paragraph, shown, renderAgain } = renderLeads({});
  translateAll(paragraph);
  await seen();
  renderAgain({ count: 3 });
  await seen();
  expect(shown()).toBe('3 LEADS');
});

test('a text that changes is shown, and translated again', async () => {
  const { paragraph, shown, renderAgain } = renderLeads({ count: 3 });
  translateAll(paragraph);
  await seen();
  for (const count of [4, 5]) {
    renderAgain({ count });
    await seen();
    expect(shown()).toBe(`${count} LEADS`);
    translateAll(paragraph);
    await seen();
    expect(shown()).toBe(`${count} LEADS`);
    expect(paragraph.querySelectorAll(':scope > font')).toHaveLength(2);
  }
});

test('React may come between a translation and its observer', async () => {
  const { paragraph, shown, renderAgain } = renderLeads({ isLoading: true });
  translateAll(paragraph);
  renderAgain({});
  await seen();
  expect(shown()).toBe(' LEADS');
  renderAgain({ isLoading: true });
  translateAll(paragraph);
  renderAgain({ isLoading: true, count: 3 });
  await seen();
  expect(shown()).toBe('LOADING3 LEADS');
});

test('a text that moves takes its translation along', async () => {
  const item = (name: string) => <Item key={name} name={name} />;
  const { container, rerender } = render(['one', 'two', 'three'].map(item));
  translateAll(container);
  await seen();
  rerender(['three', 'one', 'two'].map(item));
  await seen();
  expect(container).toHaveTextContent('THREEONETWO');
});
const Item = ({ name }: { name: string }) => name;

test('a text that is the only one in its element is replaced by another', async () => {
  const { container, rerender } = render(<p>{'3 leads'}</p>);
  translateAll(container.firstElementChild!);
  await seen();
  rerender(<p>{'4 leads'}</p>);
  await seen();
  expect(container.innerHTML).toBe('<p>4 leads</p>');
});

test('the original is back where the browser shows it again', async () => {
  const { paragraph, shown, renderAgain } = renderLeads({ count: 3 });
  const texts = textsIn(paragraph) as Text[];
  const fonts = texts.map((text) => translate(text));
  await seen();
  for (const [index, font] of fonts.entries()) font.replaceWith(texts[index]!);
  await seen();
  expect(shown()).toBe('3 leads');
  renderAgain({ count: 4 });
  await seen();
  expect(shown()).toBe('4 leads');
});

test('a translation that another one replaces is not shown beside it', async () => {
  const { paragraph, shown, renderAgain } = renderLeads({ count: 3 });
  const fonts = (textsIn(paragraph) as Text[]).map((text) => translate(text));
  await seen();
  for (const font of fonts) {
    const other = document.createElement('font');
    other.textContent = font.textContent.replace('LEADS', 'LIDS');
    font.replaceWith(other);
  }
  await seen();
  expect(shown()).toBe('3 LIDS');
  renderAgain({ isLoading: true });
  await seen();
  expect(shown()).toBe('Loading LIDS');
});

test('what was never translated is changed as ever', async () => {
  const { shown, renderAgain } = renderLeads({ count: 3 });
  renderAgain({ count: 4, isLoading: true });
  await seen();
  expect(shown()).toBe('Loading4 leads');
  expect(() => document.body.removeChild(document.createElement('p'))).toThrow(DOMException);
});
