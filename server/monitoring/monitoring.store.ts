import type pg from 'pg';

/**
 * How long the database may take until a process counts as not ready, and until metrics are sent
 * without its counts, in milliseconds.
 */
const withinMs = { ready: 2_000, counted: 1_000 };

/** Standbys, bulk uploads whose rows arrive, and those whose browser is gone or slow. */
const countedWork = `
  select 'standbys' as what, count(*) from pg_stat_replication
    where application_name <> 'pg_basebackup' union all
  select 'bulk uploads running', count(*) from bulk_uploads
    where state = 'submitting' and last_sent_at > now() - interval '1 minute' union all
  select 'bulk uploads waiting', count(*) from bulk_uploads
    where state = 'submitting' and (last_sent_at > now() - interval '1 minute') is not true`;

/** Asserts that the database responds within 2 seconds. @throws what the database does, or late */
export async function assertResponsive(pool: pg.Pool): Promise<void> {
  await queryInTime(pool, 'select', withinMs.ready);
}

/** Returns how many standbys and bulk uploads there are, within a second. @throws if it is late */
export async function countWork(pool: pg.Pool): Promise<pg.QueryResult> {
  return queryInTime(pool, countedWork, withinMs.counted);
}

async function queryInTime(pool: pg.Pool, text: string, ms: number): Promise<pg.QueryResult> {
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(reject, ms, new Error('late')).unref(),
  );
  return Promise.race([pool.query(text), late]);
}
