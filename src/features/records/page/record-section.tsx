import type { ComponentType, ReactNode } from 'react';

import { isOwnPage, getFieldLabel } from '#src/lib/client-links.ts';
import { isEmpty } from '#src/lib/plain-text.ts';
import { CollapsedDetails } from '#src/ui/layout/collapsed-details.tsx';
import { OtherDetails } from '#src/ui/layout/details.tsx';
import { Section } from '#src/ui/layout/section.tsx';

/** Fields of a record that are shown together. */
export interface FieldGroup<Name extends string> {
  readonly title: string;
  readonly names: readonly Name[];
  /** What only programs and support need: shown behind "Details". */
  readonly ids?: readonly Name[];
}

/** Returns all fields of a group, in its order. */
export function listNames<Name extends string>({ names, ids = [] }: FieldGroup<Name>): Name[] {
  return [...names, ...ids];
}

/** Returns whether a field of a record has nothing to show. */
export function isWithoutValue(fields: object, name: string): boolean {
  const value: unknown = Reflect.get(fields, name);
  return isEmpty(value) || isOwnPage(name, value);
}

/** What the sections of a record's page have in common. */
export interface ShownFields<Name extends string> {
  fields: object;
  labels: Readonly<Record<Name, string>>;
  /** The names of the fields that changed just now. */
  changed: ReadonlySet<string>;
  areEmptyShown: boolean;
  /** Names of fields that the service's response lacks, whatever their values are. */
  absent?: readonly string[];
  FieldValue: ComponentType<{ name: string; label: string; value: unknown }>;
}

interface RecordSectionProps<Name extends string> extends ShownFields<Name> {
  group: FieldGroup<Name>;
  action?: ReactNode;
  /** More rows after those behind "Details". */
  otherDetails?: ReactNode;
  /** More rows after the group's own. */
  children?: ReactNode;
}

/** Shows one group of a record's fields. */
export function RecordSection<Name extends string>({
  group: { title, names, ids = [] },
  fields,
  labels,
  changed,
  areEmptyShown,
  absent = [],
  FieldValue,
  action,
  otherDetails,
  children,
}: RecordSectionProps<Name>) {
  const rows = (of: readonly Name[]) =>
    of.map((name) => ({
      label: getFieldLabel(name, labels[name]),
      isMarked: changed.has(name),
      value: isWithoutValue(fields, name) ? null : (
        <FieldValue name={name} label={labels[name]} value={Reflect.get(fields, name)} />
      ),
      // The service may hold a value that it does not return, and an empty field would deny that.
      empty: absent.includes(name) ? 'The service doesn’t return this field' : undefined,
    }));
  const hasOther =
    (otherDetails !== undefined && ids.length > 0) ||
    ids.some((name) => areEmptyShown || !isWithoutValue(fields, name));
  return (
    <Section title={title} action={action}>
      <CollapsedDetails details={rows(names)} areEmptyShown={areEmptyShown}>
        {children}
      </CollapsedDetails>
      {hasOther && (
        <OtherDetails isMarked={ids.some((name) => changed.has(name))}>
          <CollapsedDetails details={rows(ids)} areEmptyShown={areEmptyShown}>
            {otherDetails}
          </CollapsedDetails>
        </OtherDetails>
      )}
    </Section>
  );
}
