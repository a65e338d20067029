import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';

import { startListening, type ListeningProcess } from '#e2e/listening-process.ts';
import { fillWithLeads } from '#server/testing/busy-database.ts';
import { startCluster } from '#server/testing/databases.setup.ts';

import { build, root } from './build.ts';

/** What is measured, running: one database with 100,000 leads of one partner, and three processes on it. */
export interface Stage {
  /** The service with the product's portal. */
  readonly product: string;
  /** The same service with the floor page in place of the portal: same compression, headers and endpoints. */
  readonly floor: string;
  /** The bare Fastify handler; its path is /leads. */
  readonly bareHandler: string;
  /** The signed-in partner admin's cookie. */
  readonly session: { readonly name: string; readonly value: string };
  readonly apiKey: string;
  strike(): Promise<void>;
}

const leads = 100_000;
const portals = { product: '.cache/bench/product', floor: '.cache/bench/floor' };

/** Builds both portals, fills the database and starts everything, on loopback and free ports. */
export async function setStage(): Promise<Stage> {
  build('scripts/build.ts');
  build('bench/floor/build.ts');
  // A copy, so that a build made meanwhile changes nothing.
  rmSync(path.join(root, portals.product), { recursive: true, force: true });
  cpSync(path.join(root, 'dist'), path.join(root, portals.product), { recursive: true });
  const cluster = await startCluster();
  const database = `${cluster.url}/template`;
  const running: ListeningProcess[] = [];
  const strike = async () => {
    await Promise.all(running.map(async ({ stop }) => stop()));
    await cluster.stop();
  };
  const start = async (file: string, settings: Record<string, string>) => {
    const { PATH } = process.env;
    const env = { PATH, NODE_ENV: 'production', DATABASE_URL: database, ...settings };
    const started = await startListening(process.execPath, [path.join(root, file)], env);
    running.push(started);
    return started.url;
  };
  try {
    const person = await fillWithLeads(database, leads);
    const [name = '', value = ''] = person.session.cookie.split('=');
    const service = (portal: string) =>
      start('server/testing/busy-service.ts', {
        PORT: '0',
        PORTAL_SECRET: 'not used: the secrets are those of tests',
        PORTAL_FOLDER: path.join(root, portal),
      });
    return {
      product: await service(portals.product),
      floor: await service(portals.floor),
      bareHandler: await start('bench/floor/bare-handler.ts', {
        PARTNER_ID: person.partnerId ?? '',
      }),
      session: { name, value },
      apiKey: person.apiKey,
      strike,
    };
  } catch (error) {
    await strike();
    throw error;
  }
}
