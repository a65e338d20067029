import { afterEach, expect, test } from 'vitest';

import { chooseTheme, themes } from './theme-switch.tsx';

const files = import.meta.glob<string>('/index.html', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The script of the page that runs before the first paint. */
const [, script = ''] = /<script>([^<]+)<\/script>/.exec(files['/index.html'] ?? '') ?? [];

/** Starts the page anew. */
function reload(): void {
  delete document.documentElement.dataset.theme;
  const element = document.createElement('script');
  element.textContent = script;
  document.head.append(element);
  element.remove();
}

afterEach(() => chooseTheme('system'));

test.each(themes)('the page starts in the $value theme once it is chosen', ({ value }) => {
  chooseTheme(value);
  const { theme } = document.documentElement.dataset;
  reload();
  expect(document.documentElement.dataset.theme).toBe(theme);
  expect(theme).toBe(value === 'system' ? undefined : value);
});
