import { fillSearchedAt } from '#server/testing/search/fill-searched.ts';
import { searchQueries } from '#server/testing/search/search-queries.ts';

import type { Figure } from './figure.ts';
import { startServices } from './services.ts';
import type { Stage } from './stage.ts';

const leads = 100_000;
const seeds = { records: 7, queries: 3 };
const count = 200;

/**
 * Measures 200 searches by support, as people type them, in a database of their own: 100,000 leads
 * of many partners, one in five of which became a deal. Counts in how many the record meant is
 * among the first five, and how long the service takes. The floor runs the bare SQL for the words
 * as they were typed, without ranking.
 */
export async function measureSearch(_stage: Stage): Promise<Figure[]> {
  const { database, start, serve, stop } = await startServices();
  try {
    const { records, support } = await fillSearchedAt(database, seeds.records, leads);
    const product = await serve('.cache/bench/product');
    const floor = await start('bench/floor/baseline-handler.ts', {});
    const samples = { product: [] as Sample[], floor: [] as Sample[] };
    const queries = searchQueries(records, seeds.queries, count);
    for (const round of ['warm up', 'measured'])
      for (const { q, meant } of queries) {
        const body = { q, limit: 5 };
        const found = await search(`${product}/portal/search`, body, support.session);
        const bare = await search(`${floor}/search`, body, {});
        if (round !== 'measured') continue;
        samples.product.push({ ...found, isFound: found.ids.some((id) => meant.includes(id)) });
        samples.floor.push({ ...bare, isFound: bare.ids.some((id) => meant.includes(id)) });
      }
    return figuresOf(samples);
  } finally {
    await stop();
  }
}

interface Sample {
  readonly tookMs: number;
  readonly isFound: boolean;
}

function figuresOf(samples: { product: readonly Sample[]; floor: readonly Sample[] }): Figure[] {
  const found = (of: readonly Sample[]) => [of.filter(({ isFound }) => isFound).length];
  const times = {
    unit: 'ms',
    product: samples.product.map(({ tookMs }) => tookMs),
    floor: samples.floor.map(({ tookMs }) => tookMs),
  };
  return [
    {
      name: `POST /portal/search, record meant among the first 5, of ${count} searches`,
      unit: 'searches',
      product: found(samples.product),
      floor: found(samples.floor),
      quantile: 0.5,
      bar: { of: 'product', min: 195 },
    },
    { name: 'POST /portal/search, median', ...times, quantile: 0.5 },
    {
      name: 'POST /portal/search, p95',
      ...times,
      quantile: 0.95,
      bar: { of: 'product', max: 100 },
    },
  ];
}

async function search(url: string, body: object, headers: Readonly<Record<string, string>>) {
  const start = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { records } = (await response.json()) as { records: { id: string }[] };
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return { tookMs: performance.now() - start, ids: records.map(({ id }) => id) };
}
