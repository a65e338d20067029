import { fillWithDeals } from '#server/testing/filled-database.ts';
import type { Person } from '#server/testing/people.ts';

import type { Figure } from './figure.ts';
import type { Stage } from './stage.ts';

const deals = 100_000;
const rounds = 40;
const dayMs = 24 * 60 * 60 * 1000;

/** The stages with deals, and somebody of support there. */
const filled = new WeakMap<Stage, Promise<Person>>();

/**
 * Measures the home page of a partner admin and of support with 100,000 leads and 100,000 deals, in
 * milliseconds per request; the floor is a handler that runs the bare SQL for the same numbers and
 * rows.
 */
export async function measureHome(stage: Stage): Promise<Figure[]> {
  const weeks = Array.from({ length: 8 }, (_, index) => [
    'week',
    new Date(Date.now() - (8 - index) * 7 * dayMs).toISOString(),
  ]);
  const query = new URLSearchParams(weeks).toString();
  return measureAsRoles(stage, `/portal/home?${query}`, (role) => `/home/${role}?${query}`);
}

/** Measures the numbers of the line above the list of deals in the same way. */
export async function measurePipeline(stage: Stage): Promise<Figure[]> {
  return measureAsRoles(stage, '/portal/deals/groups?by=status', (role) => `/pipeline/${role}`);
}

/** Measures a path as partner admin and as support. */
async function measureAsRoles(
  stage: Stage,
  path: string,
  floorPath: (role: string) => string,
): Promise<Figure[]> {
  const support = filled.get(stage) ?? fillWithDeals(stage.database, stage.person, deals);
  filled.set(stage, support);
  const readers = {
    'partner admin': stage.person.session,
    support: (await support).session,
  } as const;
  const figures: Figure[] = [];
  for (const [role, headers] of Object.entries(readers)) {
    const samples = await alternate(
      { url: `${stage.product}${path}`, headers },
      { url: `${stage.baselineHandler}${floorPath(role.replace(' ', '-'))}` },
    );
    figures.push(...barred(`GET ${path.replace(/\?.*/, '')} as ${role}`, samples));
  }
  return figures;
}

interface Samples {
  readonly product: readonly number[];
  readonly floor: readonly number[];
}
/** A request to be timed. */
export interface TimedRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns how long requests of each kind took, one after the other. */
export async function alternate(
  product: TimedRequest,
  floor: TimedRequest,
  count = rounds,
  warmUp = 5,
): Promise<Samples> {
  const samples = { product: [] as number[], floor: [] as number[] };
  for (let round = -warmUp; round < count; round += 1) {
    const took = await timed(product);
    const baseline = await timed(floor);
    if (round < 0) continue;
    samples.product.push(took);
    samples.floor.push(baseline);
  }
  return samples;
}

/** Returns the figures of a request: the median beside its floor, and the 95th percentile. */
function barred(name: string, samples: Samples): Figure[] {
  const each = { unit: 'ms', ...samples };
  return [
    { name: `${name}, median`, ...each, quantile: 0.5, bar: { of: 'ratio', max: 3 } },
    { name: `${name}, p95`, ...each, quantile: 0.95, bar: { of: 'product', max: 100 } },
  ];
}

/** Returns how long a request took, in milliseconds. */
export async function timed({ url, headers = {} }: TimedRequest): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { headers });
  await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return performance.now() - start;
}
