/**
 * Mirrors the leads of the portal into a CSV file, one row for each lead, and keeps it up to date
 * until it is stopped:
 *
 *     OPERATOR_KEY=… node docs/examples/mirror-leads.ts https://portal.example.test leads.csv
 *
 * It may be stopped or killed at any moment, and continues where it was when it is started again.
 * Each row has the position of its last change, so that the file itself says how far it is: rows
 * and position are written together or not at all. Plain Node, from version 24 on.
 */
import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** An entry of the changes feed, as far as it is used here. */
interface Change {
  readonly position: string;
  readonly kind:
    | 'known'
    | 'created'
    | 'changed'
    | 'attached'
    | 'file-changed'
    | 'file-withdrawn'
    | 'request'
    | 'question'
    | 'handed-back'
    | 'erased';
  readonly recordType: 'lead' | 'deal';
  readonly recordId: string;
  readonly brokerId: string;
  readonly at: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The rows by the id of their lead; a row has its cells by column. */
interface Mirror {
  readonly columns: Set<string>;
  readonly rows: Map<string, Map<string, string>>;
  /** The position of the last change. */
  position: string;
}

const fixedColumns = ['id', 'position', 'state', 'changedAt', 'brokerId', 'attachments'];
const maxChanges = 1_000;
/** While there is much to read, the file is written this often, in milliseconds. */
const saveIntervalMs = 2_000;
/** Between attempts when the portal cannot be reached, in milliseconds. */
const retryDelaysMs = [250, 500, 1_000, 2_000, 5_000, 10_000, 30_000];

const [origin, file] = process.argv.slice(2);
const key = process.env['OPERATOR_KEY'];
if (origin === undefined || file === undefined || key === undefined) {
  console.error('Usage: OPERATOR_KEY=… node mirror-leads.ts <address of the portal> <file.csv>');
  process.exit(1);
}
await mirrorLeads(origin, key, file).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

/** Mirrors until the process ends. */
async function mirrorLeads(portal: string, operatorKey: string, path: string): Promise<never> {
  const mirror = existsSync(path) ? readMirror(await readFile(path, 'utf8')) : emptyMirror();
  for (let savedAt = 0; ;) {
    const changes = await getChanges(portal, operatorKey, mirror.position);
    for (const change of changes) apply(mirror, change);
    const isCaughtUp = changes.length < maxChanges;
    if (changes.length > 0 && (isCaughtUp || Date.now() - savedAt > saveIntervalMs)) {
      await save(path, csvOf(mirror));
      savedAt = Date.now();
    }
  }
}

/**
 * Returns the changes after a position; waits up to 30 s for the next one. Tries again for as long
 * as the portal cannot be reached or is busy.
 */
async function getChanges(portal: string, operatorKey: string, after: string): Promise<Change[]> {
  const url = new URL(`/operator/v1/changes?after=${after}&limit=${maxChanges}&wait=30`, portal);
  const headers = { authorization: `Bearer ${operatorKey}` };
  for (let attempt = 0; ; attempt += 1) {
    const request = { headers, signal: AbortSignal.timeout(60_000) };
    const response = await fetch(url, request).catch(() => undefined);
    const body = await response?.text().catch(() => undefined);
    if (response && body !== undefined) {
      if (response.ok) return parseChanges(body);
      const mayPass = response.status >= 500 || response.status === 429;
      if (!mayPass) throw new Error(`The portal responds ${response.status}: ${body}`);
    }
    await wait(retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)]);
  }
}

function parseChanges(body: string): Change[] {
  const changes: Change[] = JSON.parse(body);
  return changes;
}

/** Applies a change to the row of its lead. Applied again, it changes nothing. */
function apply(mirror: Mirror, change: Change): void {
  mirror.position = change.position;
  if (change.recordType !== 'lead') return;
  const { recordId: id, position, at, brokerId, kind, values } = change;
  const isErased = kind === 'erased';
  const before = isErased ? undefined : mirror.rows.get(id);
  const row = before ?? new Map([['state', isErased ? 'erased' : '']]);
  mirror.rows.set(id, row);
  for (const [column, text] of Object.entries({ id, position, changedAt: at, brokerId }))
    row.set(column, text);
  if (kind === 'attached' || kind === 'file-changed' || kind === 'file-withdrawn') {
    const attached = new Set((row.get('attachments') ?? '').split(' ').filter(Boolean));
    const attachment = textOf(values['attachmentId']);
    if (kind === 'file-withdrawn') attached.delete(attachment);
    else attached.add(attachment);
    row.set('attachments', [...attached].join(' '));
  } else if (kind !== 'request' && kind !== 'question' && kind !== 'handed-back')
    for (const [column, value] of Object.entries(values)) {
      mirror.columns.add(column);
      row.set(column, textOf(value));
    }
}

/** Returns a value as a cell: no value is empty, lists and addresses are JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function emptyMirror(): Mirror {
  return { columns: new Set(fixedColumns), rows: new Map(), position: '0' };
}

/** Returns the mirror that a file has. */
function readMirror(text: string): Mirror {
  const [header = [], ...lines] = parseCsv(text);
  const mirror: Mirror = { columns: new Set(header), rows: new Map(), position: '0' };
  for (const line of lines) {
    const row = new Map(header.map((column, index) => [column, line[index] ?? '']));
    mirror.rows.set(row.get('id') ?? '', row);
    const position = row.get('position') ?? '0';
    if (numberOf(position) > numberOf(mirror.position)) mirror.position = position;
  }
  return mirror;
}

/** Returns the number of a position, such as 1042 of `1042-5f3a2b91`. */
function numberOf(position: string): number {
  return Number(position.split('-')[0]);
}

function csvOf({ columns, rows }: Mirror): string {
  const names = [...columns];
  const lines = [names, ...rows.values().map((row) => names.map((name) => row.get(name) ?? ''))];
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Returns the cells of each line of a CSV text (RFC 4180). */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, inQuotes, unquoted = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    line.push(inQuotes?.replaceAll('""', '"') ?? unquoted);
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** Replaces the file: whoever reads it sees all of the former text or all of the new one. */
async function save(path: string, text: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const handle = await open(unfinished, 'w', 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(unfinished, path);
}
