import { type Figure, quantile, ratio } from '#bench/figure.ts';
import { alternate, timed, type TimedRequest } from '#bench/home.ts';
import { type Services, startServices } from '#bench/services.ts';

import { baselineCounts, baselineStatements } from './baseline-sql.ts';
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

/** The lists to measure, by path, and the bare SQL for their responses. */
const measures = [
  {
    path: '/api/v1/lead',
    lists: [...orderedLists, ...filteredLists, ...pairedLists],
    baseline: baselineStatements,
  },
  { path: '/portal/leads/counts', lists: countedLists, baseline: baselineCounts },
] as const;

/**
 * Measures page 1 of the list of leads in each order, with each filter and with pairs of them, and
 * the numbers of leads by status, among a million leads, for support, two partner admins and a
 * broker, in milliseconds per request. The floor is a handler that runs bare SQL for the same rows
 * and their total: the fastest of several statements for this list and this reader; five
 * times the product, at least a second, where all of them take longer. Loading takes minutes: the
 * database at `LISTS_DATABASE_URL` is filled once and used again.
 */
export async function measureLists(): Promise<Figure[]> {
  const services = await startServices(process.env['LISTS_DATABASE_URL']);
  try {
    return await measureListsOn(services);
  } finally {
    await services.stop();
  }
}

async function measureListsOn({ database, serve, start }: Services): Promise<Figure[]> {
  const readers = await filledReaders(database, leads);
  const product = await serve('.cache/bench/product');
  const floor = await start('bench/floor/baseline-handler.ts', {});
  const figures: Figure[] = [];
  for (const { path, lists, baseline } of measures)
    for (const [list, reader] of pairsOf(lists)) {
      const name = `GET ${path}?${list.query} as ${reader}, median`;
      const { bearer, session, scope, places } = readers[reader];
      const filled = (text: string) =>
        places.reduce((all, [from, to]) => all.replaceAll(from, to), text);
      const request = {
        url: `${product}${path}?${filled(list.query)}`,
        headers: path.startsWith('/api') ? bearer : session,
      };
      await timed(request);
      const ms = await timed(request);
      const limitMs = Math.min(maxStatementMs, Math.max(minLimitMs, Math.ceil(5 * ms)));
      const baselineRequest = await fastest(
        `${floor}/sql`,
        baseline(list, scope).map(filled),
        limitMs,
      );
      const samples = await alternately(request, baselineRequest, limitMs);
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
 * The limit of each statement, in milliseconds: five times the product, which is then far below its
 * bar. The maximum is that of the service itself.
 */
const minLimitMs = 1_000;
const maxStatementMs = 10_000;

/** In milliseconds: the time for the rounds of a figure; slow ones get {@link minRounds} anyway. */
const maxRoundsMs = 4_000;
const minRounds = 5;
const maxRounds = 20;
/** In milliseconds: a slower pair of requests is warmed up once. */
const slowMs = 500;

/**
 * Returns how long requests of each kind took, one after the other; fewer of them if they are slow.
 * Where no statement is fast enough to be measured, the floor is their limit.
 */
async function alternately(
  product: TimedRequest,
  floor: TimedRequest | undefined,
  limitMs: number,
): Promise<Pick<Figure, 'product' | 'floor'>> {
  const compared = floor ?? product;
  const ms = (await timed(product)) + (await timed(compared));
  const count = Math.min(maxRounds, Math.max(minRounds, Math.floor(maxRoundsMs / ms)));
  const samples = await alternate(product, compared, count, ms < slowMs ? 5 : 1);
  return floor ? samples : { product: samples.product, floor: [limitMs] };
}

/**
 * Returns the request of the fastest statement, by the faster of two after a first one; undefined
 * if none ends in time. One that takes much longer than the fastest so far is not repeated.
 */
async function fastest(
  url: string,
  statements: readonly string[],
  limitMs: number,
): Promise<TimedRequest | undefined> {
  const requestOf = (text: string) => ({ url: `${url}?${new URLSearchParams({ text })}` });
  let best: { request: TimedRequest; ms: number } | undefined;
  for (const text of statements) {
    const maxMs = best ? Math.min(limitMs, Math.ceil(5 * best.ms + 50)) : limitMs;
    if (!(await endsWithin(requestOf(`set local statement_timeout = ${maxMs}; ${text}`)))) continue;
    const request = requestOf(text);
    const ms = Math.min(await timed(request), await timed(request));
    if (best === undefined || ms < best.ms) best = { request, ms };
  }
  return best?.request;
}

/** Runs a statement that has a limit. Returns whether it ended within it. */
async function endsWithin({ url }: TimedRequest): Promise<boolean> {
  const response = await fetch(url);
  const text = await response.text();
  if (response.ok) return true;
  if (text.includes('statement timeout')) return false;
  throw new Error(text);
}
