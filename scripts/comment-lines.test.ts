import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const maxColumns = 100;
/** A line that is a comment; directives of the linter cannot be split. */
const comment = /^\s*(\/\/(?! oxlint-)|\/?\*|--)/;

test(`no comment is over ${maxColumns} columns`, () => {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.sql'], {
    encoding: 'utf8',
  });
  const files = listed.trim().split('\n');
  expect(files.length).toBeGreaterThan(500);
  const long = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        line.length > maxColumns && comment.test(line) ? [`${file}:${index + 1}`] : [],
      ),
  );
  expect(long).toEqual([]);
});
