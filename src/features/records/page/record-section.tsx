import { type ComponentType, type ReactNode, useState } from 'react';

import { getFieldLabel, isOwnPage } from '#src/lib/client-links.ts';
import { isEmpty, namedText } from '#src/lib/value-text.ts';
import { Value } from '#src/ui/elements/value.tsx';
import { Detail, DetailList, OtherDetails } from '#src/ui/layout/details.tsx';
import { Section } from '#src/ui/layout/section.tsx';

/** Fields of a record that are shown together. */
export interface FieldGroup<Name extends string> {
  readonly title: string;
  readonly names: readonly Name[];
  /** The part that only programs and support need: shown behind "Details". */
  readonly ids?: readonly Name[];
}

/** Returns all fields of a group, in its order. */
export function listNames<Name extends string>({ names, ids = [] }: FieldGroup<Name>): Name[] {
  return [...names, ...ids];
}

interface RecordSectionProps<Name extends string> {
  group: FieldGroup<Name>;
  fields: object;
  labels: Readonly<Record<Name, string>>;
  /** The names of the fields that changed just now. */
  changed: ReadonlySet<string>;
  FieldValue: ComponentType<{ name: string; label: string; value: unknown }>;
  /** The names of fields that are shown elsewhere on the page. */
  elsewhere?: readonly Name[];
  /** Whether the title is read out only: the section is the box at the side. */
  isAside?: boolean;
  /** Rows before the group's own. */
  children?: ReactNode;
  /** Rows after the group's own. */
  after?: ReactNode;
  /** Rows behind "Details". */
  other?: ReactNode;
}

/** Shows the fields of a group that have a value; nothing if there are none. */
export function RecordSection<Name extends string>({
  group: { title, names, ids = [] },
  fields,
  labels,
  changed,
  FieldValue,
  elsewhere = [],
  isAside = false,
  children,
  after,
  other,
}: RecordSectionProps<Name>) {
  // A value that is emptied while it is on screen leaves its row there, so that nothing moves.
  const [seen, setSeen] = useState<ReadonlySet<Name>>(new Set());
  const hasValue = (name: Name) => !isWithoutValue(fields, name);
  const unseen = [...names, ...ids].filter((name) => hasValue(name) && !seen.has(name));
  if (unseen.length > 0) setSeen(new Set([...seen, ...unseen]));
  const shown = names.filter((name) => seen.has(name) && !elsewhere.includes(name));
  const row = (name: Name) => (
    <Detail key={name} label={getFieldLabel(name, labels[name])} isMarked={changed.has(name)}>
      {hasValue(name) && (
        <FieldValue name={name} label={labels[name]} value={Reflect.get(fields, name)} />
      )}
    </Detail>
  );
  if (shown.length === 0 && !isAside) return null;
  return (
    <Section title={title} isTitleShown={!isAside}>
      <DetailList>
        {children}
        {shown.map(row)}
        {after}
      </DetailList>
      {other !== undefined && (
        <OtherDetails isMarked={ids.some((name) => changed.has(name))}>
          <DetailList>
            {ids.filter((name) => seen.has(name)).map(row)}
            {other}
          </DetailList>
        </OtherDetails>
      )}
    </Section>
  );
}

function isWithoutValue(fields: object, name: string): boolean {
  const value: unknown = Reflect.get(fields, name);
  // That nobody has called says nothing.
  if (name === 'numberOfCallsMade' && Number(value) === 0) return true;
  return isEmpty(value) || isOwnPage(name, value);
}

/**
 * Lists the fields of a record that the portal does not know, under the names in the response.
 * Renders nothing if there are none.
 */
export function ExtraSection({ extra }: { extra: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(extra);
  if (entries.length === 0) return null;
  return (
    <Section title="Other">
      <DetailList>
        {entries.map(([name, value]) => (
          <Detail key={name} label={name}>
            <Value kind="text" label={name} text={namedText(value)} />
          </Detail>
        ))}
      </DetailList>
    </Section>
  );
}
