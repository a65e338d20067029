import type { CheckedFile } from '#src/bulk-upload/job/checked-file.ts';
import type { StageAt } from '#src/bulk-upload/job/stage.ts';
import type { RowFilter } from '#src/bulk-upload/rows/sheet.ts';
import { Section } from '#src/ui/layout/section.tsx';

import { IssueItem } from './issue-item.tsx';

import s from './bulk-uploads.module.css';

interface IssuesSectionProps {
  checked: CheckedFile;
  stage: StageAt<'checked'>;
  onShow: (filter: RowFilter) => void;
}

/** Shows the issues of the rows: first those with a fix, then those to correct by hand. */
export function IssuesSection({ checked, stage, onShow }: IssuesSectionProps) {
  const { issues } = stage.summary;
  const fixable = issues.filter(({ fix }) => fix !== null);
  const others = issues.filter(({ fix, cells }) => fix === null && cells > 0);
  const groups = [
    { title: 'Suggested fixes', issues: fixable },
    { title: 'To correct by hand', issues: others },
  ];
  return groups
    .filter((group) => group.issues.length > 0)
    .map((group) => (
      <Section key={group.title} title={group.title}>
        <ul className={s.issues}>
          {group.issues.map((issue) => (
            <IssueItem
              key={issue.key}
              issue={issue}
              isBusy={stage.isChanging}
              onFix={(option) => void checked.fix(issue.key, option)}
              onUndo={() => void checked.fix(issue.key, null, true)}
              onShow={() => onShow({ kind: 'issue', issue: issue.key })}
            />
          ))}
        </ul>
      </Section>
    ));
}
