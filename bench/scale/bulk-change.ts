import type { Figure } from '#bench/figure.ts';
import type { MeasuredReader } from '#bench/lists/filled-readers.ts';
import type { ChangePreview, ChangeResult } from '#contract/portal/bulk-changes.ts';

import { type Load, load } from './load.ts';

/**
 * Measures a note added to all leads of a broker, and taken away again: the time of each
 * lead, alone; and page 1 of somebody else over ten connections while it is added once more, ÷ the
 * same page alone.
 */
export async function measureBulkChange(
  product: string,
  broker: MeasuredReader,
  other: MeasuredReader,
): Promise<Figure[]> {
  const headers = { ...broker.session, 'content-type': 'application/json' };
  const call = async <Result>(path: string, body: object): Promise<Result> => {
    const response = await fetch(`${product}/portal/bulk-changes${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const selection = { query: '' };
  const requested = { selection, change: { kind: 'add-note', note: 'Call again.' } };
  const change = async () => {
    const { previewedAt } = await call<ChangePreview>('/preview', requested);
    const begin = performance.now();
    const { id, changed } = await call<ChangeResult>('', { ...requested, previewedAt });
    return { id, ms: (performance.now() - begin) / changed };
  };
  const undo = async (id: string) => {
    const begin = performance.now();
    const { undone } = await call<ChangeResult>(`/${id}/undo`, {});
    return (performance.now() - begin) / undone;
  };
  const page: Load[] = [];
  const request = { url: `${product}/api/v1/lead?page=1`, headers: other.bearer };
  const first = await change();
  const ms = { apply: first.ms, undo: await undo(first.id) };
  page.push(await load(request));
  const [concurrent, again] = await Promise.all([load(request), change()]);
  page.push(concurrent);
  await undo(again.id);
  const [alone, meanwhile] = page.map(({ p95 }) => p95);
  console.log(
    `bulk change: ${ms.apply.toFixed(2)} ms a lead, undo ${ms.undo.toFixed(2)}, beside ten connections ${again.ms.toFixed(2)}; their p95 ${alone} and ${meanwhile} ms`,
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
