import type { FastifyInstance } from 'fastify';

import { typesByList } from '#contract/v1/record-types.ts';
import { byCommand } from '#server/auth/origin.ts';
import type { RetentionRule } from '#server/config/retention-config.ts';
import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { backgroundWork, scheduleHourly } from '#server/jobs/scheduled-jobs.ts';
import { lockRecord, type RecordTable } from '#server/records/records.store.ts';

import { eraseDealAlone, eraseLeadIn } from './erase-lead.ts';
import { type DueRecord, listDue, listLeadsOfDeal, takeRetentionLock } from './retention.store.ts';

/** What erasing after retention needs. */
interface RetentionDeps {
  readonly db: Db;
  readonly files: FileStore;
  readonly rules: readonly RetentionRule[];
  /** Whether to stop after the record that is being erased. */
  readonly isClosing?: () => boolean;
}

/**
 * Erases the due records, each in a transaction of its own, and returns how many. Stops if another
 * process is erasing already.
 * @throws AggregateError after the others, if records could not be erased
 */
export async function eraseDue(deps: RetentionDeps): Promise<number> {
  const { db, rules, isClosing = () => false } = deps;
  let erased = 0;
  const failed: string[] = [];
  const failures: unknown[] = [];
  for (const { table, id } of await listDue(db, rules)) {
    if (isClosing()) break;
    try {
      const count = await db.transaction().execute(async (tx) => {
        const isTaken = await takeRetentionLock(tx);
        return isTaken ? eraseRecord(tx, deps, { table, id }) : undefined;
      });
      if (count === undefined) break;
      erased += count;
    } catch (error) {
      failed.push(`${typesByList[table]} ${id}`);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `Not erased: ${failed.join(', ')}.`);
  return erased;
}

/** For each table: returns the ids of the leads that are erased with a record. */
const leadLists: Readonly<Record<RecordTable, (tx: Db, id: string) => Promise<string[]>>> = {
  leads: async (_tx, id) => [id],
  deals: listLeadsOfDeal,
};

/** Erases a record if it is still due, and returns how many were erased. */
async function eraseRecord(
  tx: Db,
  { files, rules }: RetentionDeps,
  { table, id }: Pick<DueRecord, 'table' | 'id'>,
): Promise<number> {
  const leadIds = await leadLists[table](tx, id);
  // Leads first, as everybody locks the two.
  for (const leadId of leadIds) await lockRecord(tx, 'leads', leadId);
  if (table !== 'leads') await lockRecord(tx, table, id);
  // Its status may have changed since it was listed.
  const [due] = await listDue(tx, rules, { id });
  if (!due) return 0;
  const actor = { type: 'service', id: null } as const;
  const by = { ...byCommand, actor, details: { status: due.status } };
  // What else is about the person may be work of today: the same client has come back.
  for (const leadId of leadIds) await eraseLeadIn(tx, files, leadId, { ...by, isLeadAlone: true });
  if (leadIds.length === 0) await eraseDealAlone(tx, id, by);
  return 1;
}

/** Erases the due records every hour, without delaying the start of the service. */
export function scheduleRetention(app: FastifyInstance, deps: RetentionDeps): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const start = backgroundWork(app, 'not done: erase after retention');
  scheduleHourly(app, 'erase after retention', async () =>
    start(async () => void (await eraseDue({ ...deps, isClosing: () => isClosing }))),
  );
}
