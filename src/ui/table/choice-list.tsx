import type { KeyboardEvent } from 'react';

import { count } from '#src/lib/numbers.ts';

import s from './choice-list.module.css';

/** A choice of a {@link ChoiceList}. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
  /** How many rows it has; undefined while unknown. */
  readonly total?: number | undefined;
  /** Whether it is a part of the choice above it. */
  readonly isPart?: boolean;
}

interface ChoiceListProps {
  /** The name of the choices: "Status". */
  label: string;
  choices: readonly Choice[];
  onChoose: (choice: Choice) => void;
}

/** Choices in a menu, each with its number of rows. The arrow keys move between them. */
export function ChoiceList({ label, choices, onChoose }: ChoiceListProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={`${s.choice} row`}
          data-part={choice.isPart || undefined}
        >
          <input
            type="checkbox"
            aria-label={choice.label}
            checked={choice.isChosen}
            onChange={() => onChoose(choice)}
            onKeyDown={moveByArrow}
          />
          <span className={`${s.label} wrap-anywhere`}>{choice.label}</span>
          {choice.total !== undefined && <span className="soft num">{count(choice.total)}</span>}
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Moves the focus by the arrow keys between the search of a menu and the choices that are in sight.
 */
export function moveByArrow(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const menu = event.currentTarget.closest('[popover]') ?? document;
  const stops = [...menu.querySelectorAll<HTMLElement>('input:is([type=search], [type=checkbox])')];
  const shown = stops.filter((stop) => stop.closest('details:not([open])') === null);
  shown[shown.indexOf(event.currentTarget) + step]?.focus();
}
