import { measureEdits } from './bulk-upload/edits.ts';
import { measureReading } from './bulk-upload/reading.ts';
import { type CsvStage, setCsvStage } from './bulk-upload/stage.ts';
import { measureSubmission } from './bulk-upload/submission.ts';
import { measureWideFiles } from './bulk-upload/wide-files.ts';
import type { Figure } from './figure.ts';
import { conclude, requireKnown } from './report.ts';

/**
 * `npm run bench:csv` measures all of bulk upload, `npm run bench:csv -- read edit` only the named
 * parts: `read`, `edit`, `submit`, `wide`. Exits with 1 if a figure is over its bar.
 */
const measures: Record<string, (stage: CsvStage) => Promise<Figure[]>> = {
  read: measureReading,
  edit: measureEdits,
  submit: measureSubmission,
  wide: measureWideFiles,
};

const names = requireKnown(process.argv.slice(2), Object.keys(measures));
console.log('Building, and writing files of 10 thousand, 100 thousand and a million rows …');
const stage = await setCsvStage();
const figures: Figure[] = [];
try {
  for (const name of names) {
    console.log(`Measuring ${name} …`);
    figures.push(...(await measures[name]!(stage)));
  }
} finally {
  await stage.stop();
}
conclude(figures);
