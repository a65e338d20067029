import { type ComponentType, useState } from 'react';

import { labelsFor } from '#contract/field-labels.ts';
import type { HistoryChange } from '#contract/portal/history.ts';
import { recordLabels } from '#contract/v1/record-labels.ts';
import type { RecordType } from '#contract/v1/record-types.ts';
import { useIsSupport } from '#src/api/session.ts';
import { quantity } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { isEmpty, valueText } from '#src/lib/value-text.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { MoreButton } from '#src/ui/elements/more-button.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';

import s from './history.module.css';

/** Shows a non-empty value of a field as the record's page does. */
export type FieldValueComponent = ComponentType<{ name: string; label: string; value: unknown }>;

/** Longer texts are cut, in characters. */
const maxShownText = 160;
/** Changes that are always shown; more are collapsed. */
const maxShownChanges = 4;

interface ChangeListProps {
  type: RecordType;
  changes: readonly HistoryChange[];
  /** Whether all changes are collapsed at first. */
  isCollapsed: boolean;
  /** Whether to show the former values. */
  isFrom: boolean;
  FieldValue: FieldValueComponent;
}

/** Lists changed values, each from and to, in the order of the contract's fields. */
export function ChangeList({ type, changes, isCollapsed, isFrom, FieldValue }: ChangeListProps) {
  const [isOpen, setOpen] = useState(false);
  const labels = labelsFor<string>(recordLabels[type], useIsSupport());
  const order = Object.keys(labels);
  const ordered = changes.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  const shown = isOpen ? ordered : ordered.slice(0, isCollapsed ? 0 : maxShownChanges);
  const hidden = changes.length - (isCollapsed ? 0 : maxShownChanges);
  if (changes.length === 0) return null;
  const shownValue = (name: string, value: unknown) => (
    <ChangedValue name={name} label={labels[name] ?? name} {...{ value, FieldValue }} />
  );
  return (
    <div className={s.changes}>
      {shown.length > 0 && (
        <DetailList>
          {shown.map(({ field, from, to }) => (
            <Detail key={field} label={labels[field] ?? field}>
              {/* A lead becomes a deal once, from none. */}
              {isFrom && from !== undefined && field !== 'convertedDealId' && (
                <>
                  <span className="soft">{shownValue(field, from)}</span> <Arrow />{' '}
                </>
              )}
              {shownValue(field, to)}
            </Detail>
          ))}
        </DetailList>
      )}
      {hidden > 0 && (
        <MoreButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} {quantity(hidden, isCollapsed ? 'value' : 'more change')}
        </MoreButton>
      )}
    </div>
  );
}

interface ChangedValueProps {
  name: string;
  label: string;
  value: unknown;
  FieldValue: FieldValueComponent;
}

function ChangedValue({ name, label, value, FieldValue }: ChangedValueProps) {
  if (isEmpty(value)) return <em>empty</em>;
  const text = valueText(value);
  if (name === 'convertedDealId') return <Link to={paths.deal(text)}>See the deal</Link>;
  if (typeof value === 'string' && text.length > maxShownText) return <CutText text={text} />;
  return <FieldValue name={name} label={label} value={value} />;
}

function CutText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isOpen ? text : `${text.slice(0, maxShownText).trimEnd()}…`}{' '}
      <MoreButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {isOpen ? 'Show less' : 'Show all'}
      </MoreButton>
    </>
  );
}

/** An arrow between two values, which screen readers read as a word. */
function Arrow() {
  return (
    <>
      <span aria-hidden>→</span>
      <span className="visually-hidden">to</span>
    </>
  );
}
