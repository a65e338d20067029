import { createHash } from 'node:crypto';

import type { LightMyRequestResponse } from 'fastify';

import {
  type BulkUpload,
  type CellEdit,
  type OpenedUpload,
  type RowResult,
  type UploadChoices,
  noChoices,
} from '#contract/bulk-upload/bulk-uploads.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { newId } from '#server/db/ids.ts';

import { callAs, type HttpCaller } from './http-calls.ts';
import type { Person } from './people.ts';
import { smallestLead } from './smallest-lead.ts';
import type { TestApp } from './test-app.ts';

/** How a test file is read. */
export const parseOptions: ParseOptions = {
  encoding: 'utf-8',
  delimiter: ';',
  columns: ['firstName', null],
};
/** Choices that differ from the defaults in every part. */
export const savedChoices = {
  ...noChoices,
  parseOptions,
  fixes: [{ issue: 'phone:plus', option: 'AU' }],
  leaveOut: { duplicateRows: true, duplicateLeads: false, rows: [{ row: 7, leaveOut: false }] },
};

/** A row of a batch: its number and its cells in the template’s order. */
export type SentRow = readonly [number, ...string[]];

/**
 * Returns a row with the cells that a lead needs, and others by column; `phone: '0'` makes the row
 * invalid.
 */
export function uploadRow(rowNumber: number, cells: Record<string, string> = {}): SentRow {
  const all: Record<string, string> = {
    ...smallestLead,
    partnerLeadReferenceId: `row-${rowNumber}`,
    ...cells,
  };
  return [rowNumber, ...templateColumns.map(({ name }) => all[name] ?? '')];
}

/** Returns valid rows with these numbers. */
export function uploadRows(first: number, last: number): SentRow[] {
  return Array.from({ length: last - first + 1 }, (_, index) => uploadRow(first + index));
}

interface LeftOut {
  readonly row: number;
  readonly reason: string;
  readonly of: string | null;
}

/**
 * One upload, and its admin’s calls. Calls return the whole response; `totals` and `results` are
 * for successful ones.
 */
export interface UploadCalls {
  readonly id: string;
  readonly opened: OpenedUpload;
  choose(choices: UploadChoices): Promise<LightMyRequestResponse>;
  edit(...edits: CellEdit[]): Promise<LightMyRequestResponse>;
  set(state: string, read: number): Promise<LightMyRequestResponse>;
  submit(
    rows: readonly SentRow[],
    leftOut?: readonly LeftOut[],
    blank?: readonly (readonly [number, number])[],
  ): Promise<LightMyRequestResponse>;
  read(): Promise<BulkUpload>;
  results(query?: string, pageSize?: number): Promise<{ rows: RowResult[]; total: string }>;
  findDuplicates(...keys: string[]): Promise<LightMyRequestResponse>;
}

/** Opens the upload of a file with this content. */
export async function openUploadFor(
  service: TestApp,
  { session: headers }: Person,
  content = newId(),
): Promise<UploadCalls> {
  const contentHash = createHash('sha256').update(content).digest('hex');
  const response = await service.call('POST', '/portal/bulk-uploads', {
    headers,
    payload: { contentHash, fileName: 'leads.csv', size: 10_000_000 },
  });
  const opened = response.json<OpenedUpload>();
  const url = `/portal/bulk-uploads/${opened.upload.id}`;
  const send = async (method: 'PUT' | 'POST' | 'PATCH', path: string, payload: object) =>
    service.call(method, `${url}/${path}`, { headers, payload });
  return {
    id: opened.upload.id,
    opened,
    choose: async (choices) => send('PUT', 'choices', choices),
    edit: async (...edits) => send('PATCH', 'edits', { edits }),
    set: async (state, read) => send('PUT', 'state', { state, read }),
    submit: async (rows, leftOut = [], blank) => send('POST', 'rows', { rows, leftOut, blank }),
    read: async () => (await service.call('GET', url, { headers })).json<BulkUpload>(),
    results: async (query = '', pageSize = 100) => {
      const list = await service.call('GET', `${url}/rows?pageSize=${pageSize}${query}`, {
        headers,
      });
      return { rows: list.json<RowResult[]>(), total: String(list.headers['x-total-count']) };
    },
    findDuplicates: async (...keys) => send('POST', 'duplicates', { keys }),
  };
}

/** Opens and starts the upload of the one file, with this many rows. Returns its address. */
export async function beginUpload(http: HttpCaller, admin: Person, read: number): Promise<string> {
  const all = '/portal/bulk-uploads';
  const file = { contentHash: 'a'.repeat(64), fileName: 'leads.csv', size: 1_000_000 };
  const { upload } = await callAs<{ upload: BulkUpload }>(http, admin, ['POST', all], file);
  await callAs(http, admin, ['PUT', `${all}/${upload.id}/state`], { state: 'submitting', read });
  return `${all}/${upload.id}`;
}
