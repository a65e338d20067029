import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { databaseOn, openPool } from '#server/db/connect.ts';
import { makePerson } from '#server/testing/people.ts';

import { type Failure, failures } from './failures.ts';
import { type Load, startLoad } from './load.ts';
import { findErrors, longestGap, type Measured, toReport } from './report.ts';
import { openScreens, type Screens } from './screens.ts';
import { type SetUp, startSetUp } from './set-up.ts';

/**
 * `npm run test:failover`: starts the set-up of `deploy/reference/` on this machine, lets programs
 * write and read while its parts die one after the other, compares what was acknowledged with what
 * is stored, looks whether every screen recovers by itself, and writes docs/failover.md.
 * `-- standby`: the failures with this word.
 */
const [, , word = ''] = process.argv;
const chosen = failures.filter(({ name }) => name.includes(word));
/** For how long there is load before each failure and after it, in milliseconds. */
const calmMs = 3_000;
/** How long after the beginning of a failure people open their screens, in milliseconds. */
const openMs = 500;
/** When all of it has to have ended, in milliseconds. */
const deadlineMs = 30 * 60_000;

async function run(setUp: SetUp): Promise<readonly Measured[]> {
  const database = databaseOn(openPool({ connectionString: setUp.databaseUrl }));
  const people = await Promise.all(
    Array.from({ length: 6 }, async () => makePerson(database.db, 'broker')),
  );
  const admin = await makePerson(database.db, 'partner-admin');
  await database.close();
  const screens = await openScreens(setUp.origin, admin);
  const load = startLoad(setUp.origin, people);
  const measured: Measured[] = [];
  for (const failure of chosen) {
    console.log(`— ${failure.name}`);
    measured.push(await measure(failure, setUp, load, screens));
  }
  await load.stop();
  await screens.close();
  const stored = await readStored(setUp);
  return [...measured, { name: 'all of it', outcomes: load.outcomes, ...compare(load, stored) }];
}

async function measure(
  failure: Failure,
  setUp: SetUp,
  load: Load,
  screens: Screens,
): Promise<Measured> {
  await screens.rest();
  await wait(calmMs);
  const started = performance.now();
  const [written, seen] = [load.acknowledgedAt.length, load.outcomes.length];
  const [{ promotedAt }] = await Promise.all([
    failure.happen(setUp, load),
    wait(openMs).then(async () => screens.arrive()),
  ]);
  await wait(calmMs);
  const times = load.acknowledgedAt.slice(written);
  const back = times.find((time) => time > (promotedAt ?? Infinity));
  // Acknowledged first, then stored, so that no write in between counts as lost.
  const acknowledged = new Map(load.acknowledged);
  return {
    name: failure.name,
    pauseMs: longestGap([started, ...times, performance.now()]),
    ...(promotedAt !== undefined && {
      promotionMs: promotedAt - started,
      backMs: (back ?? Infinity) - promotedAt,
    }),
    outcomes: load.outcomes.slice(seen),
    screens: await screens.findUnrecovered(),
    ...compare({ acknowledged }, await readStored(setUp)),
  };
}

/** Returns the ids of the leads that the load has stored under each key. */
async function readStored({ databaseUrl }: SetUp): Promise<Map<string, string[]>> {
  const pool = openPool({ connectionString: databaseUrl, max: 1 });
  const { rows } = await pool.query<{ key: string; ids: string[] }>(
    `select fields ->> 'partnerLeadReferenceId' as key, array_agg(id) as ids from leads
      where fields ->> 'partnerLeadReferenceId' ~ '^\\d+-\\d+$' group by 1`,
  );
  await pool.end();
  return new Map(rows.map(({ key, ids }) => [key, ids]));
}

function compare(
  { acknowledged }: Pick<Load, 'acknowledged'>,
  stored: ReadonlyMap<string, readonly string[]>,
) {
  const isLost = ([key, id]: [string, string]) => stored.get(key)?.includes(id) !== true;
  return {
    acknowledged: acknowledged.size,
    stored: [...stored.values()].flat().length,
    lost: [...acknowledged].filter(isLost).length,
    doubled: [...stored.values()].filter((ids) => ids.length > 1).length,
  };
}

/** Prints the end of what each program has printed. */
function printOutputs({ nodes, pooler, portals }: SetUp): void {
  for (const program of [...nodes, ...portals, pooler]) {
    // Without the requests that the portal logs.
    const output = program.output().replaceAll(/^\{"level":30.*\n/gm, '');
    console.error(output.slice(-3_000));
  }
}

try {
  const setUp = await startSetUp();
  const deadline = setTimeout(() => {
    printOutputs(setUp);
    console.error(`The test did not end within ${deadlineMs / 60_000} minutes.`);
    process.exit(1);
  }, deadlineMs);
  const measured = await run(setUp)
    .catch((error: unknown) => {
      printOutputs(setUp);
      throw error;
    })
    .finally(setUp.stop);
  clearTimeout(deadline);
  const report = toReport(measured);
  console.log(`\n${report}`);
  if (chosen.length === failures.length) {
    await writeFile('docs/failover.md', report);
    spawnSync('oxfmt', ['docs/failover.md'], { stdio: 'inherit' });
  }
  const errors = findErrors(measured);
  for (const error of errors) console.error(error);
  process.exitCode = errors.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // Clients may still be trying.
  process.exit(1);
}
