import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

/**
 * Forms that submit nothing to the service: a list of files to upload, a row to go to; and the
 * forms of a snooze, a view and a bulk change, for which the menu, the list or the dialog around
 * them shows what went wrong.
 */
const otherForms = [
  'src/features/attachments/waiting-files.tsx',
  'src/features/bulk-upload/review/cell-actions.tsx',
  'src/features/bulk-upload/rows/rows-bar.tsx',
  'src/features/home/waiting-section.tsx',
  'src/features/records/bulk-changes/bulk-change-dialog.tsx',
  'src/features/records/views/view-form.tsx',
];

test('every form is in a shell, which shows that it is pending and what went wrong', () => {
  const forms = globSync('src/**/*.tsx')
    .filter((path) => !path.endsWith('.test.tsx') && !path.startsWith('src/forms/'))
    .filter((path) => /<form\b/.test(readFileSync(path, 'utf8')));
  expect(forms.toSorted()).toEqual(otherForms);
});
