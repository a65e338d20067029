import type { FastifyInstance, FastifyReply } from 'fastify';

import { bulkUploadEndpoints } from '#contract/bulk-upload/endpoints.ts';
import { templateLine } from '#contract/bulk-upload/rejected-rows.ts';
import { withoutFormatCharacters } from '#contract/v1/rules/rules.ts';
import type { Caller } from '#server/auth/caller.ts';
import { storesRejectedCells } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import { requireUpload } from '#server/bulk-uploads/bulk-uploads.policy.ts';
import type { LinksOf } from '#server/bulk-uploads/bulk-uploads.presenter.ts';
import { findUpload, type UploadRow } from '#server/bulk-uploads/bulk-uploads.store.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { contentDisposition } from '#server/http/content-disposition.ts';
import { route } from '#server/http/routes.ts';
import type { Downloads } from '#server/spreadsheets/downloads.ts';
import { leadsWorkbook, workbookType } from '#server/spreadsheets/workbook-thread.ts';

import { rejectedCells, rejectedRowsCsv, rejectionReasonsCsv } from './rejected-rows-file.ts';
import { rowResultsCsv } from './row-results-file.ts';

/** A workbook is built whole in memory; a CSV file is streamed. */
export const maxWorkbookRows = 10_000;

interface Deps {
  readonly db: Db;
  readonly linksOf: LinksOf;
  readonly downloads: Downloads;
}

/** Registers the routes that download files of a bulk upload, and the template. */
export function bulkUploadFileRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, linksOf, downloads } = deps;
  const findOwnUpload = async (caller: Caller, id: string) =>
    requireUpload(caller, await findUpload(db, id));

  const csvFiles = [
    ['downloadRowResults', 'results', (upload: UploadRow) => rowResultsCsv(db, upload, linksOf)],
    ['downloadRejectedRows', 'rejected rows', ({ id }: UploadRow) => rejectedRowsCsv(db, id)],
    [
      'downloadRejectionReasons',
      'rejection reasons',
      ({ id }: UploadRow) => rejectionReasonsCsv(db, id),
    ],
  ] as const;
  for (const [id, what, parts] of csvFiles)
    route(app, bulkUploadEndpoints[id], async ({ caller, params, reply }) => {
      const upload = await findOwnUpload(caller, params.id);
      if (id === 'downloadRejectedRows') await assertStored(db, upload);
      downloads.begin(caller, reply.raw);
      const file = { name: fileName(upload, `${what}.csv`), parts: parts(upload) };
      return downloads.sendCsv(reply, caller, file);
    });

  route(
    app,
    bulkUploadEndpoints.downloadRejectedRowsWorkbook,
    async ({ caller, params, reply }) => {
      const upload = await findOwnUpload(caller, params.id);
      await assertStored(db, upload);
      if (upload.rejected > maxWorkbookRows)
        throw new ApiError(
          'too-many-rows-for-workbook',
          `A workbook takes at most ${maxWorkbookRows.toLocaleString('en')} rejected rows and this upload has ${upload.rejected.toLocaleString('en')}. Download them as CSV.`,
        );
      downloads.begin(caller, reply.raw);
      const bytes = await leadsWorkbook(rejectedCells(db, upload.id), reply.raw);
      return sendFile(reply, fileName(upload, 'rejected rows.xlsx'), workbookType, bytes);
    },
  );

  // Plain CSV, as the specification asks of the file that is filled in: all of it is ASCII.
  route(app, bulkUploadEndpoints.downloadTemplate, async ({ reply }) =>
    sendFile(reply, 'lead template.csv', 'text/csv; charset=utf-8', templateLine),
  );

  let template: Promise<Buffer> | undefined;
  route(app, bulkUploadEndpoints.downloadTemplateWorkbook, async ({ reply }) => {
    template ??= leadsWorkbook();
    return sendFile(reply, 'lead template.xlsx', workbookType, await template);
  });
}

/**
 * Returns `june-leads rejected rows.csv` for `june-leads.csv`. Replaces characters that file
 * systems reject.
 */
function fileName(upload: UploadRow, kind: string): string {
  const stem = withoutFormatCharacters(upload.file_name.toWellFormed())
    .replace(/\.[a-z]{1,4}$/i, '')
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .slice(0, 150)
    .trim();
  return `${stem} ${kind}`.trim().toWellFormed();
}

/**
 * Asserts that the cells of the rejected rows are still stored.
 * @throws ApiError 404 when the cells have been deleted
 */
async function assertStored(db: Db, upload: UploadRow): Promise<void> {
  if (upload.rejected === 0 || (await storesRejectedCells(db, upload.id))) return;
  throw new ApiError(
    'no-longer-stored',
    'The rejected rows of this upload are no longer stored; the reasons still are.',
  );
}

function sendFile(reply: FastifyReply, name: string, type: string, content: Buffer | string) {
  return reply.header('content-disposition', contentDisposition(name)).type(type).send(content);
}
