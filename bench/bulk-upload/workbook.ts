import path from 'node:path';

import type { Figure } from '#bench/figure.ts';

import { type Measurement, readOnce } from './reading.ts';
import { type CsvStage, sizes } from './stage.ts';
import { writeWorkbookFile } from './workbook-file.ts';

const rounds = 3;

/**
 * Measures the time from dropping a workbook until every row is checked and hashed. The floor is a
 * library that reads the cells of the same file row by row in the same kind of worker: hucre, the
 * fastest of those that run under the portal's Content-Security-Policy. Product and
 * floor alternate.
 */
export async function measureWorkbook(stage: CsvStage): Promise<Figure[]> {
  const file = path.join(stage.folder, 'medium.xlsx');
  await writeWorkbookFile(file, sizes.medium);
  const product: Measurement[] = [];
  const floor: Measurement[] = [];
  for (let round = 0; round < rounds; round += 1) {
    product.push(await readOnce(stage, stage.product, file, 'product'));
    floor.push(await readOnce(stage, stage.workbookFloor, file, 'floor'));
  }
  const samples = (name: keyof Measurement) => ({
    product: product.map((each) => each[name]),
    floor: floor.map((each) => each[name]),
    quantile: 0.5,
  });
  return [
    {
      name: 'Drop a workbook until every row is checked and hashed, 100 thousand rows',
      unit: 's',
      ...samples('seconds'),
      bar: { of: 'ratio', max: 1.3 },
    },
    {
      name: 'Longest task of the main thread, workbook of 100 thousand rows',
      unit: 'ms',
      ...samples('longestTask'),
      quantile: 1,
      bar: { of: 'product', max: 99.9 },
    },
    {
      name: 'Peak memory of the tab above its start, workbook of 100 thousand rows',
      unit: 'MB',
      ...samples('memory'),
    },
  ];
}
