import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

import { leadLabels } from '#contract/v1/lead-labels.ts';
import type { LeadAnswerFieldName, LeadAnswerFields, LeadFieldName } from '#contract/v1/leads.ts';
import { announce } from '#src/ui/announcer.tsx';
import { Button } from '#src/ui/button.tsx';
import { Detail, DetailList } from '#src/ui/details.tsx';
import { Section } from '#src/ui/section.tsx';
import { SkeletonLines } from '#src/ui/skeleton.tsx';

import type { LeadGroup } from './lead-groups.ts';
import type { LeadVersion } from './lead-save.ts';
import { isEmpty } from './lead-text.ts';
import { LeadValue } from './lead-value.tsx';

import s from './lead.module.css';

// It brings the form and the phone data of all countries.
const LeadEditor = lazy(async () => ({ default: (await import('./lead-editor.tsx')).LeadEditor }));

interface LeadSectionProps {
  group: LeadGroup;
  lead: LeadVersion;
  /** The fields this person may edit here; none means there is no Edit button. */
  editable: readonly LeadFieldName[];
  /** More rows after the group's own. */
  children?: ReactNode;
}

/** One group of a lead's fields: for reading, and with Edit as a form in the same place. */
export function LeadSection({ group, lead, editable, children }: LeadSectionProps) {
  const [mode, setMode] = useState<'fresh' | 'editing' | 'edited'>('fresh');
  const editButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // After editing, the focus goes back to where it came from.
    if (mode === 'edited') editButton.current?.focus();
  }, [mode]);

  function handleDone(news: string): void {
    setMode('edited');
    announce(news);
  }

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
      <Reading names={group.names} fields={lead.record.fields}>
        {children}
      </Reading>
    </Section>
  );
}

interface ReadingProps {
  names: readonly LeadAnswerFieldName[];
  fields: LeadAnswerFields;
  children: ReactNode;
}

/** What has a value; what has none is one press away. */
function Reading({ names, fields, children }: ReadingProps) {
  const [isAll, setAll] = useState(false);
  const empty = names.filter((name) => isEmpty(fields[name]));
  const shown = isAll ? names : names.filter((name) => !empty.includes(name));

  return (
    <>
      <DetailList>
        {shown.map((name) => (
          <Detail key={name} label={leadLabels[name]}>
            {isEmpty(fields[name]) ? null : (
              <LeadValue name={name} label={leadLabels[name]} value={fields[name]} />
            )}
          </Detail>
        ))}
        {children}
      </DetailList>
      {empty.length > 0 && (
        <button
          type="button"
          className={s.more}
          aria-expanded={isAll}
          onClick={() => setAll(!isAll)}
        >
          {isAll ? 'Hide' : 'Show'} {empty.length} empty {empty.length === 1 ? 'field' : 'fields'}
        </button>
      )}
    </>
  );
}
