const engine = (...folders: readonly string[]) => [
  'contract',
  'src/lib',
  ...folders.map((folder) => `src/bulk-upload/${folder}`),
];
const parsing = ['columns', 'reader'];
// A feature imports no other feature, leads and deals but the scaffold that they describe.
const feature = ['contract', 'src/lib', 'src/api', 'src/forms', 'src/ui', 'src/bulk-upload'];

/** What each folder of the browser may import besides itself; `contract` only where it is named. */
export const browserFolders: Readonly<Record<string, readonly string[]>> = {
  'src/lib': [],
  'src/ui': ['src/lib', 'src/ui'],
  'src/api': ['contract', 'src/lib', 'src/hydration/boot'],
  'src/api/{account,bulk-uploads,live,new-lead,records}': ['contract', 'src/lib', 'src/api'],
  // What the document loads before the scripts, as one script of its own.
  'src/hydration/boot': ['contract', 'src/lib'],
  'src/forms': ['contract', 'src/lib', 'src/api', 'src/ui'],
  'src/bulk-upload/{columns,encodings}': ['contract'],
  // A form and a cell read what people write in the same way.
  'src/lib/values': engine(),
  'src/bulk-upload/fixes': engine(),
  'src/bulk-upload/duplicates': engine(),
  'src/bulk-upload/reader': engine('columns', 'encodings'),
  'src/bulk-upload/workbook': engine('columns', 'reader'),
  'src/bulk-upload/rows': engine(...parsing, 'duplicates', 'fixes', 'workbook'),
  'src/bulk-upload/workers': engine('reader', 'rows'),
  'src/bulk-upload/job': [...engine('columns', 'reader', 'rows'), 'src/api'],
  'src/features': feature,
  'src/features/bulk-upload': [...feature, 'src/features/bulk-upload'],
  'src/features/{records,leads,deals}': [...feature, 'src/features/records'],
  'src/pages': ['src/lib', 'src/api', 'src/ui', 'src/features'],
};

/**
 * What the service’s folders may import of each other: these folders, and any noun’s store, policy
 * and client.
 */
export const sharedServerFolders = [
  'config',
  'errors',
  'db',
  'auth',
  'http',
  'jobs',
  'mail',
  'files',
  'idempotency',
  'records',
  'scanning',
  'spreadsheets',
  'tracing',
  'upstream',
];
