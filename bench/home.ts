import { fillWithDeals } from '#server/testing/filled-database.ts';

import type { Figure } from './figure.ts';
import type { Stage } from './stage.ts';

const deals = 100_000;
const rounds = 40;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Measures the home page of a partner admin and of support with 100,000 leads and 100,000 deals, in
 * milliseconds per request; the floor is a handler that runs the bare SQL for the same numbers and
 * rows.
 */
export async function measureHome(stage: Stage): Promise<Figure[]> {
  const support = await fillWithDeals(stage.database, stage.person, deals);
  const weeks = Array.from({ length: 8 }, (_, index) => [
    'week',
    new Date(Date.now() - (8 - index) * 7 * dayMs).toISOString(),
  ]);
  const query = new URLSearchParams(weeks).toString();
  const readers = {
    'partner admin': stage.person.session,
    support: support.session,
  } as const;
  const figures: Figure[] = [];
  for (const [role, headers] of Object.entries(readers)) {
    const product: number[] = [];
    const floor: number[] = [];
    for (let round = -5; round < rounds; round += 1) {
      const took = await timed(`${stage.product}/portal/home?${query}`, headers);
      const bare = await timed(`${stage.baselineHandler}/home/${role.replace(' ', '-')}?${query}`);
      if (round < 0) continue;
      product.push(took);
      floor.push(bare);
    }
    const samples = { unit: 'ms', product, floor };
    figures.push(
      {
        name: `GET /portal/home as ${role}, median`,
        ...samples,
        quantile: 0.5,
        bar: { of: 'ratio', max: 3 },
      },
      {
        name: `GET /portal/home as ${role}, p95`,
        ...samples,
        quantile: 0.95,
        bar: { of: 'product', max: 100 },
      },
    );
  }
  return figures;
}

/** Returns how long a request took, in milliseconds. */
async function timed(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { headers });
  await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return performance.now() - start;
}
