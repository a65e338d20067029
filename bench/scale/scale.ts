import { alternateRounds, type Figure } from '#bench/figure.ts';
import { filledReaders, type MeasuredReader } from '#bench/lists/filled-readers.ts';
import { type ReaderName, readerNames } from '#bench/lists/measured-lists.ts';
import { startServices } from '#bench/services.ts';
import { leadBody } from '#server/testing/leads/lead-load.ts';

import { measureBulkChange } from './bulk-change.ts';
import { type Load, load } from './load.ts';

const leads = 1_000_000;
const writers = 20;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * A request that ten connections repeat, and its limits: how many a second, × page 1 of its reader,
 * and in milliseconds over one connection.
 */
interface Measured {
  readonly name: string;
  readonly path: string;
  readonly body?: string;
  readonly readers?: readonly ReaderName[];
  readonly min?: number;
  /** As `min`, for a broker. */
  readonly brokerMin?: number;
  readonly maxMs?: number;
  /** Whether `min` also holds beside writers. */
  readonly holdsWithWriters?: true;
}

const page1 = { name: 'page 1 with its total', path: '/api/v1/lead?page=1' };
const weeks = Array.from({ length: 8 }, (_, index) => [
  'week',
  new Date(Date.now() - (8 - index) * 7 * dayMs).toISOString(),
]);
const few = ['support', 'admin'] as const;
const measures: readonly Measured[] = [
  {
    name: 'home',
    path: `/portal/home?${new URLSearchParams(weeks)}`,
    min: 0.3,
    maxMs: 50,
    holdsWithWriters: true,
  },
  { name: 'page half way', path: '/api/v1/lead?page={half}', min: 0.7, brokerMin: 0.5 },
  { name: 'last page by number', path: '/api/v1/lead?page={last}', min: 0.7, brokerMin: 0.5 },
  { name: 'order by amount', path: '/api/v1/lead?sort=-amountRequested', readers: few, min: 0.65 },
  { name: 'order by change', path: '/api/v1/lead?sort=-updatedAt', readers: few, min: 0.65 },
  { name: 'filter by status', path: '/api/v1/lead?status=New', readers: few, maxMs: 50 },
  { name: 'search of a word', path: '/api/v1/lead?q=chloe', readers: few, maxMs: 50 },
  { name: 'pipeline', path: '/portal/deals/groups?by=status', readers: few },
  { name: 'counts', path: '/portal/leads/counts', readers: few },
  {
    name: 'search of the command menu',
    path: '/portal/search',
    body: JSON.stringify({ q: 'trading 4711' }),
    readers: few,
    maxMs: 100,
  },
];

/**
 * Measures requests among a million leads of 57 partners, over ten connections at full speed, alone
 * and with 20 writers beside them. The floor of page 1 is a bare handler with the first rows and
 * no total, in turn; the floor of every other request is page 1 of the same reader, just before.
 */
export async function measureScale(): Promise<Figure[]> {
  const services = await startServices(process.env['LISTS_DATABASE_URL']);
  try {
    const { database, serve, start } = services;
    const readers = await filledReaders(database, leads);
    const product = await serve('.cache/bench/product');
    const PARTNER_ID = readers.admin.places[0]?.[1] ?? '';
    const baseline = await start('bench/floor/baseline-handler.ts', { PARTNER_ID });
    return [
      ...(await measureAll(product, readers, ['', `${baseline}/leads`])),
      ...(await measureBulkChange(product, readers.broker, readers.support)),
      ...(await whileWriting(product, readers.admin.bearer, async () =>
        measureAll(product, readers, [`, ${writers} writers`, `${baseline}/leads`]),
      )),
    ];
  } finally {
    await services.stop();
  }
}

type AllReaders = Readonly<Record<ReaderName, MeasuredReader>>;

async function measureAll(
  product: string,
  readers: AllReaders,
  [suffix, baseline]: readonly [string, string],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const reader of readerNames) {
    const { bearer } = readers[reader];
    const first = await fetch(`${product}${page1.path}`, { headers: bearer });
    const last = Math.ceil(Number(first.headers.get('x-total-count')) / 20);
    const [base, floor] = await inTurn(
      { url: `${product}${page1.path}`, headers: bearer },
      { url: baseline },
    );
    figures.push(...presentLoad({ ...page1, min: 0.65 }, reader, suffix, base, floor));
    for (const one of measures.filter((each) => each.readers?.some((r) => r === reader) ?? true)) {
      const path = one.path
        .replace('{half}', String(Math.ceil(last / 2)))
        .replace('{last}', String(last));
      const request = writeRequest(product + path, readers[reader], one.body);
      figures.push(...presentLoad(one, reader, suffix, await load(request), base));
      if (one.maxMs !== undefined && suffix === '')
        figures.push(presentAlone(one.name, reader, await load(request, 1), one.maxMs));
    }
  }
  return figures;
}

/** Returns the middle of three rounds of each, in turn: the machine is not as fast all the time. */
async function inTurn(product: Parameters<typeof load>[0], floor: Parameters<typeof load>[0]) {
  const rounds = await alternateRounds(
    3,
    async () => load(product),
    async () => load(floor),
  );
  return [middle(rounds.product), middle(rounds.floor)] as const;
}

function middle(loads: readonly Load[]): Load {
  return loads.toSorted((one, other) => one.rate - other.rate)[1]!;
}

function writeRequest(url: string, { bearer, session }: MeasuredReader, body?: string) {
  const headers = url.includes('/api/') ? bearer : session;
  return body === undefined
    ? { url, headers }
    : {
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        method: 'POST' as const,
        body,
      };
}

/** Returns the requests a second beside those of their floor, and the 95th percentiles. */
function presentLoad(
  { name, min, brokerMin, holdsWithWriters }: Measured,
  reader: ReaderName,
  suffix: string,
  { rate, p50, p95 }: Load,
  floor: Load,
): Figure[] {
  const of = `${name} as ${reader}${suffix}`;
  const ownMin = (reader === 'broker' ? brokerMin : undefined) ?? min;
  const isBarred = suffix === '' || holdsWithWriters;
  console.log(
    `${of}: ${rate.toFixed(0)} requests/s, ${(rate / floor.rate).toFixed(3)} ×, p50 ${p50}, p95 ${p95} ms`,
  );
  return [
    {
      name: of,
      unit: 'requests/s',
      product: [rate],
      floor: [floor.rate],
      quantile: 0.5,
      ...(isBarred && ownMin !== undefined && { bar: { of: 'ratio', min: ownMin } }),
    },
    { name: `${of}, p95`, unit: 'ms', product: [p95], floor: [floor.p95], quantile: 0.5 },
  ];
}

/** Returns the 95th percentile over one connection. */
function presentAlone(name: string, reader: ReaderName, { p50, p95 }: Load, max: number): Figure {
  const of = `${name} as ${reader}, one connection`;
  console.log(`${of}: p50 ${p50}, p95 ${p95} ms`);
  const bar = { of: 'product' as const, max };
  return { name: `${of}, p95`, unit: 'ms', product: [p95], floor: [0], quantile: 0.5, bar };
}

/** Measures while 20 writers create leads, one after the other. */
async function whileWriting<Result>(
  product: string,
  bearer: Readonly<Record<string, string>>,
  measure: () => Promise<Result>,
): Promise<Result> {
  const body = leadBody('scale');
  const headers = { ...bearer, 'content-type': 'application/json' };
  const running = { isOver: false };
  const written = Array.from({ length: writers }, async () => {
    while (!running.isOver) {
      const response = await fetch(`${product}/api/v1/lead`, { method: 'POST', headers, body });
      await response.text();
      if (!response.ok) throw new Error(`A writer got ${response.status}.`);
      // Ten a second each: writers of a busy day, not a test of writing.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  try {
    return await measure();
  } finally {
    running.isOver = true;
    await Promise.all(written);
  }
}
