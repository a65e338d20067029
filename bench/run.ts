import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { type Figure, isWithin } from './figure.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureListRequests } from './list-requests.ts';
import { machine } from './machine.ts';
import { measureNextPage } from './next-page.ts';
import { table } from './report.ts';
import { type Stage, setStage } from './stage.ts';

/** `npm run bench` measures everything, `npm run bench -- first-load next-page` what is named. Ends with 1 where a figure is over its bar. */
const measures: Record<string, (stage: Stage) => Promise<Figure[]>> = {
  'first-load': measureFirstLoad,
  lighthouse: measureLighthouse,
  'next-page': measureNextPage,
  'list-requests': measureListRequests,
};

async function measure(names: readonly string[]): Promise<Figure[]> {
  console.log('Building, and filling a database with 100,000 leads …');
  const stage = await setStage();
  try {
    const figures: Figure[] = [];
    for (const name of names) {
      console.log(`Measuring ${name} …`);
      figures.push(...(await measures[name]!(stage)));
    }
    return figures;
  } finally {
    await stage.strike();
  }
}

function keep(figures: readonly Figure[]): void {
  const folder = path.join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const name = `${new Date().toISOString().replaceAll(':', '-')}.json`;
  const content = JSON.stringify({ machine: machine(), figures }, undefined, 2);
  writeFileSync(path.join(folder, name), content);
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}: choose of ${Object.keys(measures).join(', ')}.`,
  );
  process.exit(2);
}
const figures = await measure(asked.length > 0 ? asked : Object.keys(measures));
keep(figures);
console.log(`\n${machine()}\n\n${table(figures)}`);
// Not process.exitCode: the embedded PostgreSQL's own exit hook would end with 0.
process.exit(figures.every(isWithin) ? 0 : 1);
