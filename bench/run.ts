import { measureClientLeads } from './client-leads.ts';
import { measureExport } from './export/measure-export.ts';
import type { Figure } from './figure.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureBoard, measureHome } from './home.ts';
import { measureCreations, measureListRequests } from './lead-requests.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLists } from './lists/lists.ts';
import { measureLive } from './live.ts';
import { measureNextPage } from './next-page.ts';
import { conclude, requireKnown } from './report.ts';
import { measureScale } from './scale.ts';
import { measureSearch } from './search.ts';
import { type Stage, startStage } from './stage.ts';

/**
 * `npm run bench` measures everything, `npm run bench -- first-load next-page` only what is named.
 * Exits with 1 if a figure is over its bar.
 */
const measures: Record<string, (stage: Stage) => Promise<Figure[]>> = {
  'first-load': measureFirstLoad,
  lighthouse: measureLighthouse,
  'next-page': measureNextPage,
  'list-requests': measureListRequests,
  creations: measureCreations,
  // With a database of its own.
  lists: measureLists,
  scale: measureScale,
  'client-leads': measureClientLeads,
  export: measureExport,
  live: measureLive,
  search: measureSearch,
  // Last: they add 100,000 deals.
  home: measureHome,
  board: measureBoard,
};

async function measure(names: readonly string[]): Promise<Figure[]> {
  console.log('Building, and creating a database with 100,000 leads …');
  const stage = await startStage();
  try {
    const figures: Figure[] = [];
    for (const name of names) {
      console.log(`Measuring ${name} …`);
      figures.push(...(await measures[name]!(stage)));
    }
    return figures;
  } finally {
    await stage.stop();
  }
}

const names = requireKnown(process.argv.slice(2), Object.keys(measures));
conclude(await measure(names));
