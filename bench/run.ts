import type { Figure } from './figure.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureHome, measurePipeline } from './home.ts';
import { measureCreations, measureListRequests } from './lead-requests.ts';
import { measureLists } from './lists/lists.ts';
import { measureLive } from './live.ts';
import { measureNextPage } from './next-page.ts';
import { conclude, requireKnown } from './report.ts';
import { measureScale } from './scale/scale.ts';
import { buildPortals } from './services.ts';
import { portals, type Stage, startStage } from './stage.ts';

/**
 * `npm run bench` measures everything, `npm run bench -- first-load next-page` only these two.
 * Exits with 1 if a figure is over its bar, or could not be measured.
 */
const measures: Record<string, (stage: Stage) => Promise<Figure[]>> = {
  'first-load': measureFirstLoad,
  'next-page': measureNextPage,
  'list-requests': measureListRequests,
  creations: measureCreations,
  live: measureLive,
  // Last: they add 100,000 deals.
  home: measureHome,
  pipeline: measurePipeline,
};

/** Those with a database of their own. */
const apart: Record<string, () => Promise<Figure[]>> = {
  lists: measureLists,
  scale: measureScale,
};

async function measure(names: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  const needsStage = names.some((name) => name in measures);
  console.log(needsStage ? 'Building, and creating a database with 100,000 leads …' : 'Building …');
  const stage = needsStage ? await startStage() : undefined;
  if (!stage) buildPortals(portals.product);
  try {
    for (const name of names) {
      console.log(`Measuring ${name} …`);
      try {
        const own = apart[name];
        if (own) figures.push(...(await own()));
        else if (stage) figures.push(...(await measures[name]!(stage)));
      } catch (error) {
        // The figures before and after it are not lost.
        console.error(`Could not measure ${name}:`, error);
        process.exitCode = 1;
      }
    }
    return figures;
  } finally {
    await stage?.stop();
  }
}

const all = Object.keys({ ...measures, ...apart });
const named = requireKnown(process.argv.slice(2), all);
// In the order above: what is created by one would change what another measures.
conclude(await measure(all.filter((name) => named.includes(name))));
