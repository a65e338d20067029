import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const sources = import.meta.glob<string>('/src/**/*.tsx', { query: '?raw', import: 'default' });

/** Returns the classes that a component takes from its style sheets and that these do not have. */
function missingClasses(file: string, source: string): string[] {
  const imports = source.matchAll(/^import (\w+) from '(?:#|\.\/)([^']+\.module\.css)'/gm);
  return [...imports].flatMap(([line, name = '', sheet = '']) => {
    const folder = line.includes("'#") ? '.' : path.dirname(file.slice(1));
    const styles = readFileSync(path.join(folder, sheet), 'utf8');
    const code = source.replaceAll(/^import .*$/gm, '');
    const used = [...code.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, 'g'))];
    return used
      .map(([, className = '']) => className)
      .filter((className) => !new RegExp(String.raw`\.${className}(?![\w-])`).test(styles))
      .map((className) => `${file}: ${name}.${className}`);
  });
}

test('every class in a component is in its style sheet', async () => {
  const entries = Object.entries(sources).filter(([file]) => !file.endsWith('.test.tsx'));
  const found = entries.map(async ([file, load]) => missingClasses(file, await load()));
  expect(entries.length).toBeGreaterThan(100);
  expect((await Promise.all(found)).flat()).toEqual([]);
});

test('every class that a component takes from no module is in a style sheet of the whole page', async () => {
  const sheets = globSync('src/**/!(*.module).css').map((file) => readFileSync(file, 'utf8'));
  expect(sheets.length).toBeGreaterThan(2);
  const entries = Object.entries(sources).filter(([file]) => !file.endsWith('.test.tsx'));
  const found = entries.map(async ([file, load]) => {
    const texts = (await load()).matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g);
    const classes = [...texts].flatMap(([, text, template = '']) =>
      (text ?? template.replaceAll(/\$\{[^}]*\}/g, '')).split(/\s+/).filter(Boolean),
    );
    return classes
      .filter(
        (name) => !sheets.some((sheet) => new RegExp(String.raw`\.${name}(?![\w-])`).test(sheet)),
      )
      .map((name) => `${file}: ${name}`);
  });
  expect((await Promise.all(found)).flat()).toEqual([]);
});

test('every data attribute that a style sheet asks for is one that a component writes', () => {
  const code = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*', 'src/testing/**'] })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const found = globSync('src/**/*.css').flatMap((file) => {
    const sought = [...readFileSync(file, 'utf8').matchAll(/\[data-([\w-]+)/g)];
    return sought
      .filter(
        ([, name]) => !new RegExp(`[^[\\w-]data-${name}(?![\\w-])|dataset\\.${name}\\b`).test(code),
      )
      .map(([attribute]) => `${file}: ${attribute}]`);
  });
  expect(found).toEqual([]);
});

test('every custom property that a style sheet uses is defined in one', () => {
  const sheets = globSync('src/**/*.css').map((file) => readFileSync(file, 'utf8'));
  const namesIn = (pattern: RegExp) =>
    new Set(sheets.flatMap((sheet) => [...sheet.matchAll(pattern)].map(([, name]) => name)));
  const used = namesIn(/var\((--[\w-]+)/g);
  expect(used.size).toBeGreaterThan(30);
  const defined = namesIn(/(--[\w-]+):/g);
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});

test('no style sheet has fallbacks of positions, which WebKit can resolve for ever (docs/decisions/screens.md)', () => {
  const sheets = globSync('src/**/*.css');
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.filter((file) => readFileSync(file, 'utf8').includes('position-try'))).toEqual([]);
});

/**
 * Forms that submit nothing to the service: a list of files to upload, a row to go to; and the
 * forms of a follow-up, an outcome, a view and a bulk change, where the menu, the question, the
 * list or the dialog around them shows the error.
 */
const otherForms = [
  'src/features/attachments/waiting-files.tsx',
  'src/features/bulk-upload/review/cell-actions.tsx',
  'src/features/bulk-upload/rows/rows-bar.tsx',
  'src/features/follow-ups/follow-up-menu.tsx',
  'src/features/follow-ups/outcome-question.tsx',
  'src/features/records/bulk-changes/bulk-change-dialog.tsx',
  'src/features/records/views/view-form.tsx',
];

test('every form is in a shell, which shows that it is pending and what went wrong', () => {
  const forms = globSync('src/**/*.tsx')
    .filter((file) => !file.endsWith('.test.tsx') && !file.startsWith('src/forms/'))
    .filter((file) => /<form\b/.test(readFileSync(file, 'utf8')));
  expect(forms.toSorted()).toEqual(otherForms);
});

/** What loads a part late, and knows what to do where the service or the part is gone. */
const lateLoaders =
  /\b(?:lazyComponent|loadLazily|loadPart|awaitPart|loadWorkerPart|page)\(\s*(?:async )?\(/;
/** Names that are passed to one of these, and queries that a page's loader only prefetches. */
const passedOn = /\b(?:loadFieldColumns:|(?:home|deals|profile)File =) async \(/;

test('every part that is loaded late is loaded in one of the ways that outlast an outage and a release', () => {
  const files = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*', 'src/testing/**'] });
  const found = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    return [...code.matchAll(/(?<!typeof )\bimport\(/g)].map(({ index }) => ({
      file,
      before: code.slice(Math.max(0, index - 90), index).replace(/^.*;/s, ''),
    }));
  });
  expect(found.length).toBeGreaterThan(40);
  const others = found.filter(({ before }) => !lateLoaders.test(before) && !passedOn.test(before));
  expect(others.map(({ file }) => file)).toEqual([]);
});

test('no file finds an element by an attribute or id that only another file writes', () => {
  const files = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*', 'src/testing/**'] });
  const found = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    const sought = [...code.matchAll(/\[(data-[\w-]+)|\bgetElementById\('([\w-]+)'\)/g)];
    return sought
      .map(([, attribute, id]) => attribute ?? `id="${id}"`)
      .filter((written) => !new RegExp(String.raw`[^[\w-]${written}(?![\w-])`).test(code))
      .map((written) => `${file}: ${written}`);
  });
  expect(found).toEqual([]);
});
