import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';

import { rememberedChoicesQuery } from '#src/api/bulk-uploads/bulk-uploads.ts';
import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import type { CheckedFile } from '#src/bulk-upload/job/checked-file.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';

type Remembered = ReadonlyMap<string, string>;

/**
 * Returns the stage with the answers of earlier files proposed. Where the file itself speaks for an
 * answer, that one is proposed; not where only an option's name does.
 */
export function useRememberedResolutions(
  stage: StageAt<'checked'>,
  checked: Pick<CheckedFile, 'tryResolution'>,
): StageAt<'checked'> {
  const { data } = useQuery(rememberedChoicesQuery);
  const remembered = useMemo(
    () => new Map(data?.resolutions.map(({ issue, option }) => [issue, option])),
    [data],
  );
  const tried = useRef(new Set<string>());
  const { summary } = stage;
  useEffect(() => {
    for (const issue of summary.issues) {
      const option = untriedAnswer(issue, remembered);
      if (option === undefined || tried.current.has(issue.key)) continue;
      tried.current.add(issue.key);
      void checked.tryResolution({ issue: issue.key, option });
    }
  }, [summary, remembered, checked]);
  return useMemo(() => {
    if (remembered.size === 0) return stage;
    const issues = summary.issues.map((issue) => withProposal(issue, remembered));
    return { ...stage, summary: { ...summary, issues } };
  }, [stage, summary, remembered]);
}

/** Returns a remembered answer that no cell was tried with yet: a country that is seldom chosen. */
function untriedAnswer({ key, fix }: IssueGroup, remembered: Remembered): string | undefined {
  const option = remembered.get(key);
  return fix?.chosen === null && fix.others.some(({ value }) => value === option)
    ? option
    : undefined;
}

function withProposal(issue: IssueGroup, remembered: Remembered): IssueGroup {
  const { key, fix } = issue;
  const value = remembered.get(key);
  const isOption = fix?.options.some((option) => option.value === value) === true;
  if (fix === null || value === undefined || !isOption || fix.question === null) return issue;
  if (fix.possible?.includes(value) === false) return issue;
  if (fix.proposed && !fix.proposed.isByName) return issue;
  return { ...issue, fix: { ...fix, proposed: { value } } };
}
