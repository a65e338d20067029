import { setTimeout as wait } from 'node:timers/promises';

import { bothInSync, type DatabaseNode, until } from './database-nodes.ts';
import type { SetUp } from './set-up.ts';

/** Something that happens to the set-up. */
export interface Failure {
  readonly name: string;
  /** Whether it is part of the short form. */
  readonly isInShort?: boolean;
  /** Lets it happen, and returns once all that is needed is back; after a promotion, its time. */
  readonly happen: (setUp: SetUp) => Promise<Happened>;
}
type Happened = { readonly promotedAt?: number };

/** The failures, in the order in which they happen. */
export const failures: readonly Failure[] = [
  {
    name: 'a process of the portal is killed, and started again 3 s later',
    isInShort: true,
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
    isInShort: true,
    happen: async ({ nodes }) =>
      promoted(nodes, async (primary) => {
        await primary.kill();
        return async () => primary.start();
      }),
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
];

/**
 * Lets something happen to the primary, waits until the other node is promoted, and for some
 * seconds more lets that one be alone; then `recover` brings the former primary back as a standby.
 */
async function promoted(
  nodes: SetUp['nodes'],
  happen: (primary: DatabaseNode, standby: DatabaseNode) => Promise<() => Promise<void>>,
): Promise<Happened> {
  await bothInSync(nodes);
  const [one, two] = nodes;
  const [primary, standby] = (await one.isPrimary()) ? [one, two] : [two, one];
  const watched = until('a promotion', async () => standby.isPrimary());
  const time = watched.then(() => performance.now());
  const recover = await happen(primary, standby);
  const promotedAt = await time;
  await wait(12_000);
  await recover();
  await bothInSync(nodes);
  return { promotedAt };
}
