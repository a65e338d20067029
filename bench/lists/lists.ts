import { type Figure, quantile, ratio } from '#bench/figure.ts';
import { alternate, timed, type TimedRequest } from '#bench/home.ts';
import { type Services, startServices } from '#bench/services.ts';
import type { Stage } from '#bench/stage.ts';

import { bareCounts, bareStatements } from './bare-sql.ts';
import { filledReaders } from './filled-readers.ts';
import {
  countedLists,
  filteredLists,
  type MeasuredList,
  orderedLists,
  pairedLists,
  type ReaderName,
  readerNames,
} from './measured-lists.ts';

const leads = 1_000_000;

/** Which figures are measured, by their name, and by how many samples. */
interface Measured {
  readonly isMeasured: (name: string) => boolean;
  readonly rounds: number;
  readonly warmUp: number;
}

/** What is measured of each list: a path, and the bare SQL for its response. */
const measures = [
  {
    path: '/api/v1/lead',
    lists: [...orderedLists, ...filteredLists, ...pairedLists],
    bare: bareStatements,
  },
  { path: '/portal/leads/counts', lists: countedLists, bare: bareCounts },
] as const;

/**
 * Measures page 1 of the list of leads in each order, with each filter and with pairs of them, and
 * the numbers of leads by status, among a million leads, for support, two partner admins and a
 * broker, in milliseconds per request. The floor is a handler that runs bare SQL for the same rows
 * and their total: of several statements the fastest for this list and this reader. Loading takes
 * minutes: the database at `LISTS_DATABASE_URL` is filled once and used again.
 */
export async function measureLists(_stage: Stage): Promise<Figure[]> {
  const services = await startServices(process.env['LISTS_DATABASE_URL']);
  try {
    return await measureListsOn(services);
  } finally {
    await services.stop();
  }
}

/** Measures the lists on running services. */
export async function measureListsOn(
  { database, serve, start }: Pick<Services, 'database' | 'serve' | 'start'>,
  { isMeasured = () => true, rounds = 20, warmUp = 5 }: Partial<Measured> = {},
): Promise<Figure[]> {
  const readers = await filledReaders(database, leads);
  const product = await serve('.cache/bench/product');
  const floor = await start('bench/floor/baseline-handler.ts', {});
  const figures: Figure[] = [];
  for (const { path, lists, bare } of measures)
    for (const [list, reader] of pairsOf(lists)) {
      const name = `GET ${path}?${list.query} as ${reader}, median`;
      if (!isMeasured(name)) continue;
      const { bearer, session, scope, places } = readers[reader];
      const filled = (text: string) =>
        places.reduce((all, [from, to]) => all.replaceAll(from, to), text);
      const samples = await alternate(
        {
          url: `${product}${path}?${filled(list.query)}`,
          headers: path.startsWith('/api') ? bearer : session,
        },
        await fastest(
          bare(list, scope).map((text) => ({
            url: `${floor}/sql?${new URLSearchParams({ text: filled(text) })}`,
          })),
        ),
        rounds,
        warmUp,
      );
      const figure: Figure = {
        name,
        unit: 'ms',
        ...samples,
        quantile: 0.5,
        bar: { of: 'ratio', max: 3 },
      };
      console.log(
        `${name}: ${quantile(samples.product, 0.5).toFixed(1)} ms, ${ratio(figure).toFixed(2)} ×, at least ${Math.min(...samples.product).toFixed(1)} and ${Math.min(...samples.floor).toFixed(1)} ms`,
      );
      figures.push(figure);
    }
  return figures;
}

function pairsOf(lists: readonly MeasuredList[]): [MeasuredList, ReaderName][] {
  return lists.flatMap((list) =>
    (list.readers ?? readerNames).map((reader): [MeasuredList, ReaderName] => [list, reader]),
  );
}

/**
 * Returns the request that is the fastest, by the faster of two after a first one. One whose first
 * takes much longer than the fastest so far is not repeated.
 */
async function fastest(requests: readonly TimedRequest[]): Promise<TimedRequest> {
  let best: { request: TimedRequest; ms: number } | undefined;
  for (const request of requests) {
    const first = await timed(request);
    if (best && first > 5 * best.ms) continue;
    const ms = Math.min(await timed(request), await timed(request));
    if (best === undefined || ms < best.ms) best = { request, ms };
  }
  if (best === undefined) throw new Error('There is no statement to measure.');
  return best.request;
}
