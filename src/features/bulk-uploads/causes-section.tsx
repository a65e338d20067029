import type { RowFilter } from '#src/sheet/sheet.ts';
import { Section } from '#src/ui/section.tsx';
import type { CheckedFile } from '#src/upload/checked-file.ts';
import type { StageAt } from '#src/upload/stage.ts';

import { CauseItem } from './cause-item.tsx';

import s from './bulk-uploads.module.css';

interface CausesSectionProps {
  checked: CheckedFile;
  stage: StageAt<'checked'>;
  onShow: (filter: RowFilter) => void;
}

/** What is wrong with the rows, by cause: first what a spreadsheet did and one click fixes, then what a person has to correct. */
export function CausesSection({ checked, stage, onShow }: CausesSectionProps) {
  const { causes } = stage.summary;
  const fixable = causes.filter(({ fix }) => fix !== null);
  const others = causes.filter(({ fix, cells }) => fix === null && cells > 0);
  const groups = [
    { title: 'What the spreadsheet did', causes: fixable },
    { title: 'To correct', causes: others },
  ];
  return groups
    .filter((group) => group.causes.length > 0)
    .map((group) => (
      <Section key={group.title} title={group.title}>
        <ul className={s.causes}>
          {group.causes.map((cause) => (
            <CauseItem
              key={cause.key}
              cause={cause}
              isBusy={stage.isChanging}
              onFix={(option) => void checked.fix(cause.key, option)}
              onUndo={() => void checked.fix(cause.key, null, true)}
              onShow={() => onShow({ kind: 'cause', cause: cause.key })}
            />
          ))}
        </ul>
      </Section>
    ));
}
