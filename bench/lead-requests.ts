import autocannon from 'autocannon';

import { leadBody } from '#server/testing/leads/lead-load.ts';

import { alternateRounds, type Figure, type Rounds, toSamples } from './figure.ts';
import type { Stage } from './stage.ts';

const pairs = 10;
const seconds = 2;
const connections = 10;

/**
 * Measures requests for page 1 of the leads with the total, by API key, over ten connections at
 * full speed; product and baseline handler alternate.
 */
export async function measureListRequests(stage: Stage): Promise<Figure[]> {
  const authorization = `Bearer ${stage.apiKey}`;
  const results = await measurePairs(
    async () => load(`${stage.product}/api/v1/lead`, { authorization }),
    async () => load(`${stage.baselineHandler}/leads`),
  );
  return [
    {
      name: 'GET /api/v1/lead, page 1 with its total',
      unit: 'requests/s',
      ...toSamples(results, ({ requests }) => requests.average),
      bar: { of: 'ratio', min: 0.5 },
    },
    {
      name: 'GET /api/v1/lead, p99',
      unit: 'ms',
      ...toSamples(results, ({ latency }) => latency.p99),
    },
    {
      name: 'GET /api/v1/lead, size of a response',
      unit: 'kB',
      ...toSamples(results, ({ throughput, requests }) => throughput.total / requests.total / 1000),
    },
  ];
}

/**
 * Measures creations of a lead with five fields, with its history, by API key, over ten connections
 * at full speed. The floor inserts the same row into a table with the same indexes.
 */
export async function measureCreations(stage: Stage): Promise<Figure[]> {
  const body = leadBody('bench');
  const post = async (url: string, more: Record<string, string> = {}) =>
    load(url, { 'content-type': 'application/json', ...more }, { method: 'POST', body });
  const results = await measurePairs(
    async () => post(`${stage.product}/api/v1/lead`, { authorization: `Bearer ${stage.apiKey}` }),
    async () => post(`${stage.baselineHandler}/leads`),
  );
  return [
    {
      name: 'POST /api/v1/lead, with history',
      unit: 'requests/s',
      ...toSamples(results, ({ requests }) => requests.average),
      bar: { of: 'ratio', min: 0.35 },
    },
  ];
}

/** Returns ten alternating results, after a first round that only warms up. */
async function measurePairs(
  product: () => Promise<autocannon.Result>,
  floor: () => Promise<autocannon.Result>,
): Promise<Rounds<autocannon.Result>> {
  await alternateRounds(1, product, floor);
  return alternateRounds(pairs, product, floor);
}

async function load(
  url: string,
  headers: Record<string, string> = {},
  request: Pick<autocannon.Options, 'method' | 'body'> = {},
): Promise<autocannon.Result> {
  const result = await autocannon({ url, headers, connections, duration: seconds, ...request });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0)
    throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`);
  return result;
}
