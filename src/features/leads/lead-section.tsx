import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

import { leadLabels } from '#contract/v1/lead-labels.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';
import { isOwnPage } from '#src/lib/client-links.ts';
import { isEmpty } from '#src/lib/plain-text.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { FoldedDetails } from '#src/ui/layout/folded-details.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import type { LeadGroup } from './lead-groups.ts';
import type { LeadVersion } from './lead-save.ts';
import { LeadValue } from './lead-value.tsx';

// Loaded lazily, because it includes the form and the phone data of all countries.
const LeadEditor = lazy(async () => ({ default: (await import('./lead-editor.tsx')).LeadEditor }));

interface LeadSectionProps {
  group: LeadGroup;
  lead: LeadVersion;
  /** The names of the fields that changed just now. */
  changed: ReadonlySet<string>;
  /** The fields that the user may edit here; if empty, there is no Edit button. */
  editable: readonly LeadFieldName[];
  /** More rows after the group's own. */
  children?: ReactNode;
}

/** Shows one group of a lead's fields; Edit turns it into a form in the same place. */
export function LeadSection({ group, lead, changed, editable, children }: LeadSectionProps) {
  const [mode, setMode] = useState<'fresh' | 'editing' | 'edited'>('fresh');
  const editButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // After editing, the focus returns to the Edit button.
    if (mode === 'edited') editButton.current?.focus();
  }, [mode]);

  function handleDone(news: string): void {
    setMode('edited');
    announce(news);
  }

  const {
    record: { fields },
    absent,
  } = lead;
  const details = group.names.map((name) => ({
    label: leadLabels[name],
    isMarked: changed.has(name),
    value:
      isEmpty(fields[name]) || isOwnPage(name, fields[name]) ? null : (
        <LeadValue name={name} label={leadLabels[name]} value={fields[name]} />
      ),
    // The service may hold a value that it does not return, and an empty field would deny that.
    empty: absent.includes(name) ? 'The service doesn’t return this field' : undefined,
  }));

  if (mode === 'editing')
    return (
      <Section title={group.title}>
        <Suspense fallback={<SkeletonLines lines={editable.length} />}>
          <LeadEditor title={group.title} names={editable} lead={lead} onDone={handleDone} />
        </Suspense>
      </Section>
    );
  return (
    <Section
      title={group.title}
      action={
        editable.length > 0 && (
          <Button
            ref={editButton}
            variant="plain"
            size="small"
            aria-label={`Edit ${group.title}`}
            onClick={() => setMode('editing')}
          >
            Edit
          </Button>
        )
      }
    >
      <FoldedDetails details={details}>{children}</FoldedDetails>
    </Section>
  );
}
