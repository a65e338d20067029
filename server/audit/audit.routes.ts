import { Readable } from 'node:stream';

import type { FastifyInstance } from 'fastify';

import { startWithBom } from '#contract/bulk-upload/csv-text.ts';
import { auditEndpoints, type AuditFilter } from '#contract/portal/audit/audit.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { contentDisposition } from '#server/http/content-disposition.ts';
import { route } from '#server/http/routes.ts';
import { inPieces, takingTurns } from '#server/http/taking-turns.ts';

import { listAuditedPeople, listAuditEntries } from './audit-entries.store.ts';
import { auditHeader, auditLine, presentAuditEntry } from './audit.presenter.ts';
import { getOrigin, recordAct } from './audit.store.ts';

/** Entries that are read at once for a file. */
const entriesAtOnce = 500;

/** Registers the endpoints that read the audit trail. */
export function auditRoutes(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(app, auditEndpoints.listAuditEntries, async ({ caller, query }) => {
    const { cursor, pageSize, ...filter } = query;
    const before = cursor === undefined ? null : Number(cursor);
    const page = { ...filter, partnerId: caller.partnerId, before, limit: pageSize + 1 };
    const rows = await listAuditEntries(db, page);
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      entries: shown.map((row) => presentAuditEntry(row, caller)),
      next: rows.length > pageSize && last ? String(last.id) : null,
    };
  });

  route(app, auditEndpoints.listAuditedPeople, async ({ caller }) =>
    listAuditedPeople(db, caller.partnerId),
  );

  route(app, auditEndpoints.downloadAudit, async ({ caller, query, request, reply }) => {
    const details = { list: 'audit' };
    await recordAct(db, { ...getOrigin(caller, request), act: 'export-downloaded', details });
    const lines = takingTurns(auditLines(db, caller, query), reply.raw);
    return reply
      .header(
        'content-disposition',
        contentDisposition(`audit ${now().toISOString().slice(0, 10)}.csv`),
      )
      .type('text/csv; charset=utf-8')
      .send(Readable.from(inPieces(lines)));
  });
}

async function* auditLines(db: Db, caller: Caller, filter: AuditFilter): AsyncGenerator<string> {
  yield startWithBom('utf-8') + auditHeader;
  let before: number | null = null;
  for (;;) {
    const page = { ...filter, partnerId: caller.partnerId, before, limit: entriesAtOnce };
    const rows = await listAuditEntries(db, page);
    yield rows.map((row) => auditLine(presentAuditEntry(row, caller))).join('');
    before = rows.at(-1)?.id ?? null;
    if (rows.length < entriesAtOnce) return;
  }
}
