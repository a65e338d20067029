import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

/** The names that differ from how TextDecoder writes them. */
const ownNames: Partial<Record<Encoding, string>> = {
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  macintosh: 'Mac Roman',
  'x-mac-cyrillic': 'Mac Cyrillic',
  cp850: 'MS-DOS cp850',
  cp437: 'MS-DOS cp437',
  cp852: 'MS-DOS cp852',
  ibm866: 'MS-DOS cp866',
  big5: 'Big5',
  gb18030: 'GB 18030',
  shift_jis: 'Shift_JIS',
};

/** Returns the name of an encoding, as in a sentence: `ISO-8859-15`, `windows-1252`. */
export function nameEncoding(encoding: Encoding): string {
  const name = ownNames[encoding] ?? encoding;
  return /^(?:utf|iso|koi8|euc)/.test(name) ? name.toUpperCase() : name;
}

interface EncodingGroup {
  readonly label: string;
  /** The encodings of the group by their languages; `''` for all languages. */
  readonly byLanguages: Readonly<Record<string, readonly Encoding[]>>;
}

/** The encodings by region, in the order they are offered in. */
export const encodingGroups: readonly EncodingGroup[] = [
  { label: 'Unicode', byLanguages: { '': ['utf-8', 'utf-16le', 'utf-16be'] } },
  {
    label: 'Western Europe',
    byLanguages: {
      'Western European': ['windows-1252', 'iso-8859-15', 'macintosh', 'cp850', 'cp437'],
      'Southern European': ['iso-8859-3'],
      Nordic: ['iso-8859-10'],
      Celtic: ['iso-8859-14'],
    },
  },
  {
    label: 'Central Europe and the Baltic',
    byLanguages: {
      'Central European': ['windows-1250', 'iso-8859-2', 'cp852'],
      Romanian: ['iso-8859-16'],
      Baltic: ['windows-1257', 'iso-8859-13', 'iso-8859-4'],
    },
  },
  {
    label: 'Greek, Turkish, Hebrew and Arabic',
    byLanguages: {
      Greek: ['windows-1253', 'iso-8859-7'],
      Turkish: ['windows-1254'],
      Hebrew: ['windows-1255', 'iso-8859-8'],
      Arabic: ['windows-1256', 'iso-8859-6'],
    },
  },
  {
    label: 'Cyrillic',
    byLanguages: {
      Cyrillic: ['windows-1251', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic'],
      Russian: ['koi8-r'],
      Ukrainian: ['koi8-u'],
    },
  },
  {
    label: 'Asia',
    byLanguages: {
      'Chinese, traditional': ['big5'],
      'Chinese, simplified': ['gb18030'],
      Japanese: ['shift_jis', 'euc-jp'],
      Korean: ['euc-kr'],
      Thai: ['windows-874'],
      Vietnamese: ['windows-1258'],
    },
  },
];

/** The encodings of languages whose accents are among ASCII letters, as in windows-1252. */
export const westernEncodings: ReadonlySet<Encoding> = new Set(
  encodingGroups
    .filter(({ label }) => label === 'Western Europe')
    .flatMap(({ byLanguages }) => Object.values(byLanguages).flat()),
);

const languagesByEncoding = new Map(
  encodingGroups.flatMap(({ byLanguages }) =>
    Object.entries(byLanguages).flatMap(([languages, encodings]) =>
      encodings.map((encoding) => [encoding, languages] as const),
    ),
  ),
);

/** Returns the languages of an encoding: `Central European`; `''` for all languages. */
const encodingLanguages = (encoding: Encoding) => languagesByEncoding.get(encoding) ?? '';

/** Returns the languages of an encoding and its name: `Central European (windows-1250)`. */
export function encodingLabel(encoding: Encoding): string {
  const languages = encodingLanguages(encoding);
  const name = nameEncoding(encoding);
  return languages === '' ? name : `${languages} (${name})`;
}
