import { setTimeout as wait } from 'node:timers/promises';

import type { Figure } from '#bench/figure.ts';
import type { MeasuredReader } from '#bench/lists/filled-readers.ts';
import type { BulkChange } from '#contract/portal/bulk-changes.ts';

import { type Load, load } from './load.ts';

/** How often the state of a change is asked for, in milliseconds. */
const pollMs = 20;

/**
 * Measures a note added to all new leads of a large partner, and taken away again: the time of each
 * lead, alone; and page 1 of somebody else over ten connections while it is added once more, ÷ the
 * same page alone.
 */
export async function measureBulkChange(
  product: string,
  admin: MeasuredReader,
  other: MeasuredReader,
): Promise<Figure[]> {
  const headers = { ...admin.session, 'content-type': 'application/json' };
  const call = async (path: string, body?: object): Promise<BulkChange> => {
    const response = await fetch(`${product}/portal/bulk-changes${path}`, {
      method: path.startsWith('/') && !path.includes('/', 1) ? 'GET' : 'POST',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const done = async (id: string, act: 'apply' | 'undo') => {
    const begin = performance.now();
    await call(`/${id}/${act}`, {});
    for (;;) {
      const { state, total } = await call(`/${id}`);
      if (state === 'applied' || state === 'undone') return (performance.now() - begin) / total;
      await wait(pollMs);
    }
  };
  const prepare = async () =>
    call('', {
      selection: { query: 'status=New' },
      change: { kind: 'add-note', note: 'Call again.' },
    });
  const page: Load[] = [];
  const request = { url: `${product}/api/v1/lead?page=1`, headers: other.bearer };
  const { id } = await prepare();
  const ms = { apply: await done(id, 'apply'), undo: await done(id, 'undo') };
  page.push(await load(request));
  const again = await prepare();
  const [concurrent, msUnderLoad] = await Promise.all([load(request), done(again.id, 'apply')]);
  page.push(concurrent);
  await done(again.id, 'undo');
  const [alone, meanwhile] = page.map(({ p95 }) => p95);
  console.log(
    `bulk change: ${ms.apply.toFixed(2)} ms a lead, undo ${ms.undo.toFixed(2)}, beside ten connections ${msUnderLoad.toFixed(2)}; their p95 ${alone} and ${meanwhile} ms`,
  );
  return [
    {
      name: 'bulk change, a lead',
      unit: 'ms',
      product: [ms.apply, ms.undo],
      floor: [0],
      quantile: 0.5,
      bar: { of: 'product', max: 0.5 },
    },
    {
      name: 'page 1 as support beside it, p95',
      unit: 'ms',
      product: [meanwhile ?? NaN],
      floor: [alone ?? NaN],
      quantile: 0.5,
      bar: { of: 'ratio', max: 2 },
    },
  ];
}
