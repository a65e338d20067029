import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

/** The names that differ from how TextDecoder writes them. */
const ownNames: Partial<Record<Encoding, string>> = {
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'utf-32le': 'UTF-32 (little endian)',
  'utf-32be': 'UTF-32 (big endian)',
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
  /** The encodings of the group, and what is written in each; `''` for all languages. */
  readonly encodings: readonly (readonly [encoding: Encoding, languages: string])[];
}

/** The encodings by where they are used, in the order in which they are offered. */
export const encodingGroups: readonly EncodingGroup[] = [
  {
    label: 'Unicode',
    encodings: [
      ['utf-8', ''],
      ['utf-16le', ''],
      ['utf-16be', ''],
      ['utf-32le', ''],
      ['utf-32be', ''],
    ],
  },
  {
    label: 'Western Europe',
    encodings: [
      ['windows-1252', 'Western European'],
      ['iso-8859-15', 'Western European'],
      ['macintosh', 'Western European'],
      ['cp850', 'Western European'],
      ['cp437', 'Western European'],
      ['iso-8859-3', 'Southern European'],
      ['iso-8859-10', 'Nordic'],
      ['iso-8859-14', 'Celtic'],
    ],
  },
  {
    label: 'Central Europe and the Baltic',
    encodings: [
      ['windows-1250', 'Central European'],
      ['iso-8859-2', 'Central European'],
      ['cp852', 'Central European'],
      ['iso-8859-16', 'Romanian'],
      ['windows-1257', 'Baltic'],
      ['iso-8859-13', 'Baltic'],
      ['iso-8859-4', 'Baltic'],
    ],
  },
  {
    label: 'Greek, Turkish, Hebrew and Arabic',
    encodings: [
      ['windows-1253', 'Greek'],
      ['iso-8859-7', 'Greek'],
      ['windows-1254', 'Turkish'],
      ['windows-1255', 'Hebrew'],
      ['iso-8859-8', 'Hebrew'],
      ['windows-1256', 'Arabic'],
      ['iso-8859-6', 'Arabic'],
    ],
  },
  {
    label: 'Cyrillic',
    encodings: [
      ['windows-1251', 'Cyrillic'],
      ['iso-8859-5', 'Cyrillic'],
      ['koi8-r', 'Russian'],
      ['koi8-u', 'Ukrainian'],
      ['ibm866', 'Cyrillic'],
      ['x-mac-cyrillic', 'Cyrillic'],
    ],
  },
  {
    label: 'Asia',
    encodings: [
      ['big5', 'Chinese, traditional'],
      ['gb18030', 'Chinese, simplified'],
      ['shift_jis', 'Japanese'],
      ['euc-jp', 'Japanese'],
      ['euc-kr', 'Korean'],
      ['windows-874', 'Thai'],
      ['windows-1258', 'Vietnamese'],
    ],
  },
];

const languagesByEncoding = new Map(encodingGroups.flatMap((group) => group.encodings));

/** Returns what is written in an encoding: `Central European`; `''` for all languages. */
export function encodingLanguages(encoding: Encoding): string {
  return languagesByEncoding.get(encoding) ?? '';
}

/** Returns what is written in an encoding, and its name: `Central European (windows-1250)`. */
export function encodingLabel(encoding: Encoding): string {
  const languages = encodingLanguages(encoding);
  const name = nameEncoding(encoding);
  return languages === '' ? name : `${languages} (${name})`;
}
