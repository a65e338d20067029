import { fillWithLeads } from '#server/testing/filled-database.ts';
import type { Person } from '#server/testing/people.ts';

import { buildPortals, type Services, startServices } from './services.ts';

/**
 * The running environment to measure: one database with 100,000 leads of one partner, and three
 * processes that use it.
 */
export interface Stage extends Pick<Services, 'database' | 'serve' | 'pidOf' | 'stop'> {
  /** The service with the product's portal. */
  readonly product: string;
  /**
   * The same service with the floor page instead of the portal: same compression, headers and
   * endpoints.
   */
  readonly floor: string;
  /** The bare Fastify handler; its path is /leads. */
  readonly baselineHandler: string;
  /** The signed-in partner admin's cookie. */
  readonly session: { readonly name: string; readonly value: string };
  readonly apiKey: string;
  /** The partner admin's account, contact and partner. */
  readonly person: Person;
}

const leads = 100_000;
/** The folders of the built portal and floor page. */
export const portals = { product: '.cache/bench/product', floor: '.cache/bench/floor' };

/** Builds both portals, fills the database and starts everything, on loopback and free ports. */
export async function startStage(): Promise<Stage> {
  buildPortals(portals.product);
  const services = await startServices();
  const { database, start, serve, stop } = services;
  try {
    const person = await fillWithLeads(database, leads);
    const [name = '', value = ''] = person.session.cookie.split('=');
    const partner = { PARTNER_ID: person.partnerId ?? '' };
    return {
      ...services,
      product: await serve(portals.product),
      floor: await serve(portals.floor),
      baselineHandler: await start('bench/floor/baseline-handler.ts', partner),
      session: { name, value },
      apiKey: person.apiKey,
      person,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
