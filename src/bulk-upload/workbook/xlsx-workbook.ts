import { getFormatFromId } from 'numfmt';

import { makeNumberText, decimalText, type NumberText } from './number-text.ts';
import { damaged, tooLarge, type Workbook, type WorkbookSheet } from './workbook.ts';
import { isTrue, unescapeText, workbookNames, XlsxSheetReader } from './xlsx-sheet.ts';
import { XmlScanner, type Tag, type XmlHandler } from './xml-scanner.ts';
import { scanPart, type ZipFile } from './zip-file.ts';

/** Max characters of all shared strings, which are in memory together. */
const maxSharedStrings = 1024 ** 3;

/**
 * Opens an Excel workbook (ECMA-376, transitional or strict). Returns null if the container is
 * none.
 */
export async function openXlsx(zip: ZipFile): Promise<Workbook | null> {
  const [main] = [...(await readRelations(zip, '')).values()].filter(
    ({ type }) => type === 'officeDocument',
  );
  const path = main?.target ?? 'xl/workbook.xml';
  if (!/\.xml$/i.test(path) || !zip.has(path)) return null;
  const document = new WorkbookDocument();
  scan(await zip.text(path), document);
  if (!document.isWorkbook) return null;
  const relations = await readRelations(zip, path);
  const findPart = (type: string) =>
    [...relations.values()].find((one) => one.type === type)?.target;
  const readShared = async () => ({
    strings: await sharedStrings(zip, findPart('sharedStrings')),
    numberTexts: await numberTexts(zip, findPart('styles'), document.uses1904),
  });
  let shared: ReturnType<typeof readShared> | undefined;
  return {
    kind: 'workbook',
    sheets: document.sheets,
    async readSheet(index, receiver, options) {
      const part = relations.get(document.sheets[index]?.relation ?? '')?.target;
      if (part === undefined || !zip.has(part)) throw new Error(damaged);
      shared ??= readShared();
      const reader = new XlsxSheetReader({ ...(await shared), receiver });
      await scanPart(zip, part, reader, workbookNames, options);
      return reader.findings;
    },
  };
}

function scan(text: string, handler: XmlHandler): void {
  const scanner = new XmlScanner(handler, workbookNames);
  scanner.push(text);
  scanner.end();
}

/** The sheets of `xl/workbook.xml`, and its date system. */
class WorkbookDocument implements XmlHandler {
  readonly sheets: (WorkbookSheet & { readonly relation: string })[] = [];
  isWorkbook = false;
  uses1904 = false;

  open(tag: Tag): void {
    if (tag.name === 'workbook') this.isWorkbook = true;
    if (tag.name === 'workbookPr') this.uses1904 = isTrue(tag.attribute('date1904'));
    if (tag.name !== 'sheet') return;
    const state = tag.attribute('state');
    this.sheets.push({
      name: tag.attribute('name') ?? '',
      isHidden: state === 'hidden' || state === 'veryHidden',
      relation: tag.attribute('r:id') ?? '',
    });
  }

  close(): void {}
}

interface Relation {
  /** The last word of the type, such as `worksheet`. */
  readonly type: string;
  /** The path of the part in the container. */
  readonly target: string;
}

/** Returns the relations of a part by their ids (ECMA-376, part 2, 9.3). */
async function readRelations(zip: ZipFile, path: string): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const name = `${folder}_rels/${path.slice(folder.length)}.rels`;
  scan(await zip.text(name), {
    open(tag) {
      const target = tag.attribute('Target');
      if (tag.name !== 'Relationship' || target === undefined) return;
      const type = tag.attribute('Type') ?? '';
      relations.set(tag.attribute('Id') ?? '', {
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolvePath(folder, target),
      });
    },
    close() {},
  });
  return relations;
}

/** Returns the path of a part in the container; `''` for a target that is no address. */
function resolvePath(folder: string, target: string): string {
  const base = `zip:///${folder}`;
  if (!URL.canParse(target, base)) return '';
  return new URL(target, base).pathname
    .slice(1)
    .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

/** Returns the shared strings, without their formatting and phonetic readings. */
async function sharedStrings(zip: ZipFile, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (path === undefined) return strings;
  let text = '';
  let size = 0;
  let phonetic = 0;
  const handler = {
    wantsText: false,
    open({ name }: Tag) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic += 1;
      handler.wantsText = name === 't' && phonetic === 0;
    },
    text(part: string) {
      text += part;
    },
    close(name: string) {
      handler.wantsText = false;
      if (name === 'rPh') phonetic -= 1;
      if (name !== 'si') return;
      size += text.length;
      if (size > maxSharedStrings) throw new Error(tooLarge);
      strings.push(unescapeText(text));
    },
  };
  await scanPart(zip, path, handler, workbookNames);
  return strings;
}

/** Returns for each style of a cell how its numbers are written as text. */
async function numberTexts(zip: ZipFile, path: string | undefined, uses1904: boolean) {
  const patterns = new Map<number, string>();
  const formats: number[] = [];
  // Formats and styles of other lists, such as those of conditions, have numbers of their own.
  let list = '';
  // Without their formats, dates would become numbers unnoticed.
  if (path !== undefined && !zip.has(path)) throw new Error(damaged);
  if (path !== undefined)
    scan(await zip.text(path), {
      open(tag) {
        const id = Number(tag.attribute('numFmtId') ?? 0);
        if (/s$/i.test(tag.name)) list = tag.name;
        else if (tag.name === 'numFmt' && list === 'numFmts')
          patterns.set(id, tag.attribute('formatCode') ?? '');
        else if (tag.name === 'xf' && list === 'cellXfs') formats.push(id);
      },
      close() {},
    });
  const texts = new Map<number, NumberText>();
  return formats.map((id) => {
    const pattern = patterns.get(id) ?? getFormatFromId(id) ?? 'General';
    const text = texts.get(id) ?? (id === 0 ? decimalText : makeNumberText(pattern, uses1904));
    texts.set(id, text);
    return text;
  });
}
