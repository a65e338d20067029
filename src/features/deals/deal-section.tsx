import { type ReactNode, useState } from 'react';

import { type DealAnswerFields, dealLabels } from '#contract/v1/deals.ts';
import { isEmpty } from '#src/lib/plain-text.ts';
import { Detail, DetailList } from '#src/ui/details.tsx';
import { MoreButton } from '#src/ui/more-button.tsx';
import { Section } from '#src/ui/section.tsx';

import type { DealGroup } from './deal-groups.ts';
import { DealValue } from './deal-value.tsx';

interface DealSectionProps {
  group: DealGroup;
  fields: DealAnswerFields;
  /** More rows after the group's own. */
  children?: ReactNode;
}

/** One group of a deal's fields: what has a value; what has none is one press away. */
export function DealSection({ group, fields, children }: DealSectionProps) {
  const [isAll, setIsAll] = useState(false);
  const full = group.names.filter((name) => !isEmpty(fields[name]));
  const emptyCount = group.names.length - full.length;
  return (
    <Section title={group.title}>
      <DetailList>
        {(isAll ? group.names : full).map((name) => (
          <Detail key={name} label={dealLabels[name]}>
            {isEmpty(fields[name]) ? null : (
              <DealValue name={name} label={dealLabels[name]} value={fields[name]} />
            )}
          </Detail>
        ))}
        {children}
      </DetailList>
      {emptyCount > 0 && (
        <MoreButton isOpen={isAll} onToggle={() => setIsAll(!isAll)}>
          {isAll ? 'Hide' : 'Show'} {emptyCount} empty {emptyCount === 1 ? 'field' : 'fields'}
        </MoreButton>
      )}
    </Section>
  );
}
