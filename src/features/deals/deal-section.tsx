import type { ReactNode } from 'react';

import { labelsFor } from '#contract/field-labels.ts';
import {
  type DealResponseFieldName,
  type DealResponseFields,
  dealLabels,
} from '#contract/v1/deals.ts';
import { useIsSupport } from '#src/api/session.ts';
import { isOwnPage, labelOf } from '#src/lib/client-links.ts';
import { isEmpty } from '#src/lib/plain-text.ts';
import { OtherDetails } from '#src/ui/layout/details.tsx';
import { FoldedDetails, useFilledSection } from '#src/ui/layout/folded-details.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import type { DealGroup } from './deal-groups.ts';
import { DealValue } from './deal-value.tsx';

interface DealSectionProps {
  group: DealGroup;
  fields: DealResponseFields;
  /** The names of the fields that changed just now. */
  changed: ReadonlySet<string>;
  areEmptyShown: boolean;
  /** More rows after the group's own. */
  children?: ReactNode;
}

/** Shows one group of a deal's fields. A group without values is shown with the empty fields. */
export function DealSection({ group, fields, changed, areEmptyShown, children }: DealSectionProps) {
  const labels = labelsFor(dealLabels, useIsSupport());
  const { title, names, ids = [] } = group;
  const rows = (of: DealGroup['names']) =>
    of.map((name) => ({
      label: labelOf(name, labels[name]),
      isMarked: changed.has(name),
      value: isWithoutValue(fields, name) ? null : (
        <DealValue name={name} label={labels[name]} value={fields[name]} />
      ),
    }));
  const isFilled = [...names, ...ids].some((name) => !isWithoutValue(fields, name));
  const isShown = useFilledSection(children !== undefined || isFilled) || areEmptyShown;
  if (!isShown) return null;
  const hasIds = ids.some((name) => areEmptyShown || !isWithoutValue(fields, name));
  return (
    <Section title={title}>
      <FoldedDetails details={rows(names)} areEmptyShown={areEmptyShown}>
        {children}
      </FoldedDetails>
      {hasIds && (
        <OtherDetails isMarked={ids.some((name) => changed.has(name))}>
          <FoldedDetails details={rows(ids)} areEmptyShown={areEmptyShown} />
        </OtherDetails>
      )}
    </Section>
  );
}

/** Returns whether a field of a deal has nothing to show. */
export function isWithoutValue(fields: DealResponseFields, name: DealResponseFieldName): boolean {
  return isEmpty(fields[name]) || isOwnPage(name, fields[name]);
}
