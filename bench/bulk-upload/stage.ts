import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { buildPortals, startServices } from '#bench/services.ts';
import { fillWithLeads } from '#server/testing/filled-database.ts';

import { writeCsvFile } from './lead-file.ts';

/** The measured file sizes, in rows. */
export const sizes = { small: 10_000, medium: 100_000, large: 1_000_000 } as const;
export type Size = keyof typeof sizes;

/**
 * The running environment to measure bulk upload: the files, a PostgreSQL database without leads,
 * and the service with the portal and with the floor page.
 */
export interface CsvStage {
  readonly files: Readonly<Record<Size, string>>;
  readonly product: string;
  readonly floor: string;
  /** Where files can be written; removed at the end. */
  readonly folder: string;
  readonly database: string;
  /** The signed-in partner admin's cookie. */
  readonly session: { readonly name: string; readonly value: string };
  stop(): Promise<void>;
}

const portals = { product: '.cache/bench/csv-product', floor: '.cache/bench/csv-floor' };

/** Builds both pages, writes the files and starts everything, on loopback and free ports. */
export async function setCsvStage(): Promise<CsvStage> {
  buildPortals(portals.product);
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-csv-'));
  const services = await startServices();
  const { database, serve } = services;
  const stop = async () => {
    await services.stop();
    rmSync(folder, { recursive: true });
  };
  try {
    const person = await fillWithLeads(database, 0);
    const [name = '', value = ''] = person.session.cookie.split('=');
    return {
      files: await writeFiles(folder),
      product: await serve(portals.product),
      floor: await serve(portals.floor),
      folder,
      database,
      session: { name, value },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function writeFiles(folder: string): Promise<Record<Size, string>> {
  const file = async (size: Size) => {
    const name = path.join(folder, `${size}.csv`);
    await writeCsvFile(name, sizes[size]);
    return name;
  };
  return { small: await file('small'), medium: await file('medium'), large: await file('large') };
}
