import autocannon from 'autocannon';

import { leadBody } from '#server/testing/leads/lead-load.ts';

import type { Figure } from './figure.ts';
import type { Stage } from './stage.ts';

const pairs = 10;
const seconds = 2;
const connections = 10;

/**
 * Measures requests for page 1 of the leads with the total, by API key, over ten connections at
 * full speed; product and baseline handler alternate.
 */
export async function measureListRequests(stage: Stage): Promise<Figure[]> {
  const product: autocannon.Result[] = [];
  const floor: autocannon.Result[] = [];
  const loadProduct = async () =>
    load(`${stage.product}/api/v1/lead`, { authorization: `Bearer ${stage.apiKey}` });
  const loadFloor = async () => load(`${stage.baselineHandler}/leads`);
  await loadProduct();
  await loadFloor();
  for (let pair = 0; pair < pairs; pair += 1) {
    product.push(await loadProduct());
    floor.push(await loadFloor());
  }
  const samples = (of: (result: autocannon.Result) => number) => ({
    product: product.map(of),
    floor: floor.map(of),
    quantile: 0.5,
  });
  return [
    {
      name: 'GET /api/v1/lead, page 1 with its total',
      unit: 'requests/s',
      ...samples(({ requests }) => requests.average),
      bar: { of: 'ratio', min: 0.5 },
    },
    {
      name: 'GET /api/v1/lead, p99',
      unit: 'ms',
      ...samples(({ latency }) => latency.p99),
    },
    {
      name: 'GET /api/v1/lead, size of a response',
      unit: 'kB',
      ...samples(({ throughput, requests }) => throughput.total / requests.total / 1000),
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
  const product: number[] = [];
  const floor: number[] = [];
  for (let pair = 0; pair <= pairs; pair += 1) {
    const headers = { authorization: `Bearer ${stage.apiKey}` };
    product.push((await post(`${stage.product}/api/v1/lead`, headers)).requests.average);
    floor.push((await post(`${stage.baselineHandler}/leads`)).requests.average);
  }
  return [
    {
      name: 'POST /api/v1/lead, with history',
      unit: 'requests/s',
      // The first round only warms up.
      product: product.slice(1),
      floor: floor.slice(1),
      quantile: 0.5,
      bar: { of: 'ratio', min: 0.35 },
    },
  ];
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
