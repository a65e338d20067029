import { setTimeout as wait } from 'node:timers/promises';

import { bothInSync, type DatabaseNode, until } from './database-nodes.ts';
import type { Load } from './load.ts';
import type { SetUp } from './set-up.ts';

/** Something that happens to the set-up. */
export interface Failure {
  readonly name: string;
  /** Lets it happen, and returns once all that is needed is back; after a promotion, its time. */
  readonly happen: (setUp: SetUp, load: Load) => Promise<Happened>;
}
type Happened = { readonly promotedAt?: number };

/** The failures, in the order in which they happen. */
export const failures: readonly Failure[] = [
  {
    name: 'a process of the portal is killed, and started again 3 s later',
    happen: async ({ portals: [portal] }) => {
      await portal?.end('SIGKILL');
      await wait(3_000);
      await portal?.start();
      return {};
    },
  },
  {
    name: 'a process is drained (SIGTERM), and started again 3 s later',
    happen: async ({ portals: [, portal] }) => {
      await portal?.end('SIGTERM');
      await wait(3_000);
      await portal?.start();
      return {};
    },
  },
  {
    name: 'all three processes are restarted, one after the other',
    happen: async ({ portals }) => {
      for (const portal of portals) {
        await portal.end('SIGTERM');
        await portal.start();
        // By then HAProxy has found it ready.
        await wait(3_000);
      }
      return {};
    },
  },
  {
    name: 'PgBouncer is restarted',
    happen: async ({ pooler }) => {
      await pooler.end('SIGTERM');
      await pooler.start();
      return {};
    },
  },
  {
    name: 'the primary is killed, with its Patroni',
    happen: async ({ nodes }) =>
      promoted(nodes, async (primary) => {
        await primary.kill();
        return async () => primary.start();
      }),
  },
  {
    name: 'Patroni is killed beside the primary, and started again',
    happen: async ({ nodes }) => {
      const { primary } = await findRoles(nodes);
      const before = primary.postgresId();
      await primary.restartPatroni();
      if ((await findRoles(nodes)).primary !== primary || primary.postgresId() !== before)
        throw new Error('PostgreSQL did not go on without its Patroni.');
      return {};
    },
  },
  {
    name: 'a switchover',
    happen: async ({ nodes }) =>
      promoted(nodes, async (primary, standby) => {
        await primary.switchOver(standby.name);
        return async () => {};
      }),
  },
  {
    name: 'the primary stands still, with its Patroni (SIGSTOP), until another is promoted',
    happen: async ({ nodes }) =>
      promoted(nodes, async (primary) => {
        primary.freeze();
        return async () => primary.thaw();
      }),
  },
  {
    name: 'the standby is killed, with its Patroni, and started again 15 s later',
    happen: async ({ nodes }, load) => {
      const { standby } = await findRoles(nodes);
      await standby.kill();
      await Promise.all([goesOnAlone(nodes, load), wait(15_000)]);
      await standby.start();
      await bothInSync(nodes);
      return {};
    },
  },
  {
    name: 'the standby stands still, with its Patroni (SIGSTOP); the primary, which goes on alone, is killed, and started again 25 s after the standby goes on',
    happen: async ({ nodes }, load) => {
      const { primary, standby } = await findRoles(nodes);
      standby.freeze();
      await goesOnAlone(nodes, load);
      await primary.kill();
      standby.thaw();
      // Longer than Patroni takes to promote a standby that has everything.
      for (const end = performance.now() + 25_000; performance.now() < end; await wait(200))
        if (await standby.isPrimary()) throw new Error('A standby that lacks writes was promoted.');
      await primary.start();
      await bothInSync(nodes);
      return {};
    },
  },
];

/** Waits until there are a primary and a synchronous standby, and returns which is which. */
async function findRoles(nodes: SetUp['nodes']) {
  await bothInSync(nodes);
  const [one, two] = nodes;
  return (await one.isPrimary()) ? { primary: one, standby: two } : { primary: two, standby: one };
}

/** Resolves once Patroni has given up the standby, and writes are acknowledged without it. */
async function goesOnAlone(nodes: SetUp['nodes'], load: Load): Promise<void> {
  await until('the primary to go on alone', async () => {
    const known = (await Promise.all(nodes.map(async (node) => node.members()))).flat();
    return known.length > 0 && !known.some(({ role }) => role === 'sync_standby');
  });
  const before = load.acknowledgedAt.length;
  await until('writes without a standby', async () => load.acknowledgedAt.length > before + 100);
}

/**
 * Lets something happen to the primary, waits until the other node is promoted, and for some
 * seconds more lets that one be alone; then `recover` brings the former primary back as a standby.
 */
async function promoted(
  nodes: SetUp['nodes'],
  happen: (primary: DatabaseNode, standby: DatabaseNode) => Promise<() => Promise<void>>,
): Promise<Happened> {
  const { primary, standby } = await findRoles(nodes);
  const watched = until('a promotion', async () => standby.isPrimary());
  const time = watched.then(() => performance.now());
  const recover = await happen(primary, standby);
  const promotedAt = await time;
  await wait(12_000);
  await recover();
  await bothInSync(nodes);
  return { promotedAt };
}
