import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Papa from 'papaparse';

import { listKeys } from '#contract/typed-objects.ts';
import { typedClients } from '#src/testing/typed-clients.ts';

/**
 * Writes the files of `src/testing/spreadsheets/` with the programs that partners use: LibreOffice
 * Calc, Python (csv, openpyxl) and Node. Run by hand, where `soffice` and `python3` with openpyxl
 * are installed; the files are part of the project.
 */
const folder = 'src/testing/spreadsheets';
const work = mkdtempSync(join(tmpdir(), 'spreadsheets-'));

type Letters = keyof typeof typedClients;

const lettersOf = listKeys(typedClients);
const typedFile = (letters: Letters, name = `${letters}.csv`) => join(work, name);

function typedRows(letters: Letters): string[][] {
  const [first = {}] = typedClients[letters];
  const header = Object.keys(first);
  const rows = typedClients[letters].map((client) => header.map((name) => client[name]?.[0] ?? ''));
  return [header, ...rows];
}

const calc = (filter: string, infilter: string, file: string) =>
  execFileSync(
    'soffice',
    [
      `-env:UserInstallation=file://${work}/profile`,
      '--headless',
      '--convert-to',
      filter,
      `--infilter=${infilter}`,
      '--outdir',
      work,
      file,
    ],
    { stdio: 'pipe' },
  );

/** Locales by Windows language number: how Calc reads what is typed, and shows it. */
const locales = { 'en-US': 1033, 'en-AU': 3081, 'de-DE': 1031, 'fr-FR': 1036, 'pl-PL': 1045 };
type Locale = keyof typeof locales;

/** The numbers that Calc has for encodings. */
const calcEncodings = {
  'windows-1252': 1,
  macintosh: 2,
  cp437: 3,
  cp850: 4,
  'iso-8859-2': 13,
  'iso-8859-15': 22,
  cp852: 25,
  'windows-1250': 33,
  'windows-1251': 34,
  'windows-1253': 35,
  'windows-1257': 39,
  shift_jis: 64,
  gbk: 67,
  big5: 68,
  'koi8-r': 74,
  'utf-8': 76,
  'utf-16': 65_535,
} as const;

interface CsvOfCalc {
  readonly letters: Letters;
  readonly encoding: keyof typeof calcEncodings;
  readonly locale?: Locale;
  readonly delimiter?: ',' | ';' | '\t';
}

const csvOfCalc: readonly CsvOfCalc[] = [
  { letters: 'western', encoding: 'utf-8' },
  { letters: 'western', encoding: 'utf-16' },
  { letters: 'western', encoding: 'windows-1252' },
  { letters: 'western', encoding: 'windows-1252', locale: 'en-US' },
  { letters: 'western', encoding: 'windows-1252', locale: 'de-DE', delimiter: ';' },
  { letters: 'western', encoding: 'windows-1252', locale: 'fr-FR', delimiter: ';' },
  { letters: 'western', encoding: 'windows-1252', delimiter: '\t' },
  { letters: 'western', encoding: 'iso-8859-15' },
  { letters: 'western', encoding: 'macintosh' },
  { letters: 'western', encoding: 'cp437' },
  { letters: 'western', encoding: 'cp850' },
  { letters: 'central', encoding: 'utf-8', locale: 'pl-PL', delimiter: ';' },
  { letters: 'central', encoding: 'windows-1250', locale: 'pl-PL', delimiter: ';' },
  { letters: 'central', encoding: 'iso-8859-2' },
  { letters: 'central', encoding: 'cp852' },
  { letters: 'central', encoding: 'windows-1252' },
  { letters: 'baltic', encoding: 'windows-1257' },
  { letters: 'cyrillic', encoding: 'windows-1251' },
  { letters: 'cyrillic', encoding: 'koi8-r' },
  { letters: 'greek', encoding: 'windows-1253' },
  { letters: 'chinese', encoding: 'big5' },
  { letters: 'chinese', encoding: 'gbk' },
  { letters: 'japanese', encoding: 'shift_jis' },
  { letters: 'all', encoding: 'utf-8' },
  { letters: 'all', encoding: 'utf-16' },
  { letters: 'all', encoding: 'windows-1252' },
];

/** Types the clients into a sheet as somebody with that locale would. Returns the saved sheet. */
function typed(letters: Letters, locale: Locale): string {
  const sheet = `${letters}-${locale}`;
  writeFileSync(typedFile(letters, `${sheet}.csv`), Papa.unparse(typedRows(letters)));
  calc('ods', `CSV:44,34,76,1,,${locales[locale]},false,true`, typedFile(letters, `${sheet}.csv`));
  return join(work, `${sheet}.ods`);
}

function save(from: string, name: string): void {
  writeFileSync(join(folder, name), readFileSync(from));
}

for (const { letters, encoding, locale = 'en-AU', delimiter = ',' } of csvOfCalc) {
  const sheet = typed(letters, locale);
  const format = `${delimiter.charCodeAt(0)},34,${calcEncodings[encoding]},1,,${locales[locale]}`;
  calc(`csv:Text - txt - csv (StarCalc):${format},false,true`, 'calc8', sheet);
  const mark = { ',': '', ';': '-semicolons', '\t': '-tabs' }[delimiter];
  save(sheet.replace('.ods', '.csv'), `calc-${letters}-${encoding}-${locale}${mark}.csv`);
}
for (const letters of ['western', 'all'] as const) {
  const sheet = typed(letters, 'en-AU');
  for (const [kind, filter] of [
    ['ods', 'calc8'],
    ['xlsx', 'Calc MS Excel 2007 XML'],
    ['xls', 'MS Excel 97'],
  ] as const) {
    if (kind !== 'ods') calc(`${kind}:${filter}`, 'calc8', sheet);
    save(sheet.replace('.ods', `.${kind}`), `calc-${letters}.${kind}`);
  }
}

const python = `
import csv, datetime, json, sys, openpyxl
folder, rows = sys.argv[1], json.load(sys.stdin)
for letters, dialect, encoding, quoting in [
    ('all', 'excel', 'utf-8-sig', csv.QUOTE_MINIMAL), ('all', 'excel-tab', 'utf-8', csv.QUOTE_ALL),
    ('western', 'excel', 'cp1252', csv.QUOTE_ALL), ('western', 'unix', 'latin-1', csv.QUOTE_MINIMAL),
    ('all', 'excel', 'utf-16', csv.QUOTE_MINIMAL),
    ('all', 'unix', 'gb18030', csv.QUOTE_MINIMAL), ('central', 'excel', 'cp852', csv.QUOTE_ALL), ('korean', 'excel', 'euc_kr', csv.QUOTE_MINIMAL)]:
    name = f'{folder}/python-{letters}-{encoding}-{dialect}.csv'
    with open(name, 'w', newline='', encoding=encoding, errors='replace') as file:
        csv.writer(file, dialect, quoting=quoting).writerows(rows[letters])
book = openpyxl.Workbook()
sheet = book.active
sheet.title = 'Leads'
for at, row in enumerate(rows['all']):
    cells = dict(zip(rows['all'][0], row))
    if at > 0:
        cells['dateOfBirth'] = datetime.date.fromisoformat(cells['dateOfBirth'])
        cells['amountRequested'] = float(cells['amountRequested'])
        cells['homeOwner'] = cells['homeOwner'] == 'Yes'
        cells['businessAddress.zipCode'] = int(cells['businessAddress.zipCode'])
    sheet.append(list(cells.values()))
    sheet.cell(at + 1, list(cells).index('businessAddress.zipCode') + 1).number_format = '0000'
book.create_sheet('Notes').append(['Made for a test'])
book.save(f'{folder}/python-all.xlsx')
`;
const meant = typedClients.all.map((client) => Object.values(client).map(([, text]) => text));
const input = {
  ...Object.fromEntries(lettersOf.map((letters) => [letters, typedRows(letters)])),
  all: [typedRows('all')[0], ...meant],
};
execFileSync('/usr/bin/python3', ['-c', python, folder], { input: JSON.stringify(input) });
