import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { roles } from '#contract/endpoint.ts';
import { pageAddresses } from '#contract/portal/addresses.ts';

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

/** Every file and every folder of the repository. */
const paths = new Set(
  files.flatMap((file) => {
    const names = file.split('/');
    return names.map((_, depth) => names.slice(0, depth + 1).join('/'));
  }),
);

const fileNames = new Set(files.map((file) => path.basename(file)));

/** Folders that commands make, so that they are not in the repository. */
const made = new Set(
  readFileSync('.gitignore', 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, '')),
);

const documents = files.filter((file) => file === 'README.md' || /^docs\/.*\.md$/.test(file));

describe.each(documents)('%s', (document) => {
  test('names only files and folders that exist', () => {
    const text = readFileSync(document, 'utf8');
    const named = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].flatMap(([, name = '']) => {
      const isOurs = paths.has(name.split('/')[0] ?? '');
      return isOurs ? [name.replace(/\/$/, '')] : [];
    });
    expect(named.filter((name) => !paths.has(name) && !made.has(name))).toEqual([]);
    // A file’s name without its folder is the name of some file.
    const alone = [...text.matchAll(/`([\w-]+(?:\.[\w-]+)*\.tsx?)`/g)].map(([, name = '']) => name);
    expect(alone.filter((name) => !fileNames.has(name))).toEqual([]);
  });
});

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsIn(document: string): string[] {
  return [...readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(documents)('every link in %s leads to a file and a heading', (document) => {
  const text = readFileSync(document, 'utf8');
  const dead = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
    .filter(([, target = '', anchor]) => {
      const file = target === '' ? document : path.join(path.dirname(document), target);
      if (!paths.has(file)) return true;
      return anchor !== undefined && !anchorsIn(file).includes(anchor);
    })
    .map(([link]) => link);
  expect(dead).toEqual([]);
});

test.each(documents)('no mark of a merge is left in %s', (document) => {
  const marks = /^\s*\\?(?:<{7}|={7}|>{7}|(?:> ){7})/;
  const lines = readFileSync(document, 'utf8').split('\n');
  expect(lines.filter((line) => marks.test(line))).toEqual([]);
});

test('every file that a comment names exists', () => {
  const sources = files.filter((file) => /\.(tsx?|sql|css)$/.test(file));
  const dead = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:^|\s)(?:\/\/|\/?\*|--) .*$/gm)].flatMap(
      ([comment]) =>
        [...comment.matchAll(/(?<![\w/.-])[\w-]+\/[\w./-]*\.(?:tsx?|sql|css|md)\b/g)]
          .filter(([name]) => paths.has(name.split('/')[0] ?? '') && !paths.has(name))
          .map(([name]) => `${file}: ${name}`),
    ),
  );
  expect(dead).toEqual([]);
});

describe('docs/design.md', () => {
  const design = readFileSync('docs/design.md', 'utf8');

  test('its addresses are those of the pages', () => {
    const [, addresses = ''] = /^Addresses: ([^]*?)\. `\/` goes/m.exec(design) ?? [];
    const named = [...addresses.matchAll(/`([^`]+)`/g)].map(([, address = '']) => address);
    expect(['/', ...named].toSorted()).toEqual(Object.values(pageAddresses).toSorted());
  });

  test('its people have the roles of accounts', () => {
    const rows = [...design.matchAll(/^\| [^|]+ \| `([a-z-]+)` +\|/gm)];
    expect(rows.map(([, role]) => role)).toEqual(roles);
  });
});

/** How many points of levels 1 and 2 each section of a chapter of OWASP ASVS 5.0 has. */
const pointsOfChapters = [
  [2, 9, 11, 3, 2],
  [3, 3, 4, 1],
  [0, 2, 4, 6, 5, 0, 2],
  [3, 1, 2, 4],
  [1, 3, 2, 3],
  [3, 12, 4, 4, 5, 3, 0, 4],
  [3, 4, 2, 5, 2, 2],
  [2, 3, 1, 1],
  [3, 4],
  [2, 2, 4, 11, 5, 2, 3],
  [2, 3, 3, 4, 1, 1],
  [3, 2, 4],
  [1, 5, 2, 5],
  [2, 4, 3],
  [3, 3, 7],
  [1, 5, 4, 3, 3],
  [1, 4, 2],
];

describe('docs/security.md', () => {
  const security = readFileSync('docs/security.md', 'utf8');
  const row = /^\| (\d+\.\d+\.\d+) +\|[^|]+\| (met|\*\*not met\*\*|n\/a) +\|(.*)$/gm;
  const rows = [...security.matchAll(row)].map(([, point = '', state = '', reason = '']) => ({
    point,
    state: state.replaceAll('*', ''),
    reason,
  }));
  const inState = (expected: string) => rows.filter(({ state }) => state === expected);

  test('has each point of levels 1 and 2 once, in its order', () => {
    const points = pointsOfChapters.flatMap((sections, chapter) =>
      sections.flatMap((count, section) =>
        Array.from({ length: count }, (_, at) => `${chapter + 1}.${section + 1}.${at + 1}`),
      ),
    );
    expect(points).toHaveLength(253);
    expect(rows.map(({ point }) => point)).toEqual(points);
  });

  test('says of each point that is met by what, and begins with those that are not', () => {
    const unexplained = inState('met').filter(({ reason }) => !/\w{4}/.test(reason));
    expect(unexplained).toEqual([]);
    const [, list = ''] = /^## Not met\n([^]*?)^## /m.exec(security) ?? [];
    const listed = [...list.matchAll(/^- V([\d.]+):/gm)].map(([, point]) => point);
    expect(listed).toEqual(inState('not met').map(({ point }) => point));
    expect(security).toContain(
      `${inState('met').length} are met, ${listed.length} are not, and ${inState('n/a').length} are about`,
    );
  });
});

describe('docs/operations', () => {
  // An entry of a list is one line here, so that a message or a bold text is whole.
  const readPart = (file: string) => readFileSync(file, 'utf8').replaceAll(/\n +/g, ' ');
  const parts = documents.filter((file) => file.startsWith('docs/operations'));
  const operations = parts.map(readPart).join('\n');
  const read = (folder: RegExp) =>
    files
      .filter((file) => folder.test(file) && !isTest(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');

  test('no line is wider than a page, or a table than a screen', () => {
    const isWide = (line: string) => line.length > (line.startsWith('|') ? 160 : 120);
    const lines = parts.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
    expect(lines.filter(isWide)).toEqual([]);
  });

  test('bold text is that of a control or heading of the portal, or a setting', () => {
    const portal = read(/^src\/.*\.tsx?$/);
    const bold = [...operations.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = '']) => text);
    expect(bold.length).toBeGreaterThan(10);
    const isOnScreen = (text: string) => {
      const escaped = text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
      return new RegExp(`['">\`]\\s*${escaped}\\s*['"<\`]`).test(portal);
    };
    const missing = bold.filter((text) => !/^`[A-Z_]+`$/.test(text) && !isOnScreen(text));
    expect(missing).toEqual([]);
  });

  test('its reference lists every setting', () => {
    const settings = [...read(/^server\/config\//).matchAll(/^ {2}([A-Z_]+): /gm)].map(
      ([, name = '']) => name,
    );
    expect(settings.length).toBeGreaterThan(15);
    const reference = /^## Settings\n[^]*?(?=^## )/m.exec(operations)?.[0] ?? '';
    const listed = [...reference.matchAll(/^- (.*?) \(/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name),
    );
    // One is read by Node itself, the other before the settings.
    expect(listed.toSorted()).toEqual(
      [...settings, 'NODE_EXTRA_CA_CERTS', 'SETTINGS_FILE'].toSorted(),
    );
  });

  test('the messages under "Troubleshooting" are those of the sources', () => {
    const sources = read(/^(contract|src|server)\/.*\.tsx?$/).replaceAll(/\s+/g, ' ');
    const [troubleshooting = ''] =
      /^## Troubleshooting\n[^]*/m.exec(readPart('docs/operations/trouble.md')) ?? [];
    const symptoms = troubleshooting.matchAll(/^- ((?:"[^"]*"|[^":])*):/gm);
    const messages = [...symptoms].flatMap(([, text = '']) => [...text.matchAll(/"([^"]+)"/g)]);
    // An ellipsis replaces what varies, such as a name or, after "at", a time.
    const texts = messages.flatMap(([, message = '']) => message.split(/(?: at )?…/));
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => !sources.includes(text.trim()))).toEqual([]);
  });
});
