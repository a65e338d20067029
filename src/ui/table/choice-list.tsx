import { type KeyboardEvent, useState } from 'react';

import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { containsText } from '#src/ui/form/contains-text.ts';

import { MenuSearch } from './menu-search.tsx';

import s from './choice-list.module.css';
import menuStyle from './menu.module.css';

/** A choice of a {@link ChoiceList}. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** How many rows it has; undefined while unknown. */
  readonly total?: number | undefined;
}

/** Choices under a heading; an empty one is not shown. */
export interface ChoiceSection {
  readonly heading: string;
  readonly choices: readonly Choice[];
}

interface ChoiceListProps {
  /** What is chosen from: "Status". */
  label: string;
  /** What the button says that clears the choice; by default "Any status". */
  anyLabel?: string | undefined;
  sections: readonly ChoiceSection[];
  chosen: readonly string[];
  /** Whether only one can be chosen. */
  isSingle?: boolean;
  onChange: (chosen: string[]) => void;
}

/** Lists with fewer choices have no search. */
const minToSearch = 8;

/** Choices that are searched by typing, under headings, each with its number of rows. */
export function ChoiceList({
  label,
  anyLabel = `Any ${label.toLowerCase()}`,
  sections,
  isSingle,
  onChange,
  ...props
}: ChoiceListProps) {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useChosen(props.chosen);
  const isFound = ({ label: text }: Choice) => containsText(text, words);
  const total = sections.reduce((sum, { choices }) => sum + choices.length, 0);
  const found = sections
    .map(({ heading, choices }) => ({ heading, choices: choices.filter(isFound) }))
    .filter(({ choices }) => choices.length > 0);
  const change = (values: string[]) => {
    setChosen(values);
    onChange(values);
  };
  const choose = (value: string, isChosen: boolean) => {
    const others = isSingle ? [] : chosen.filter((one) => one !== value);
    change(isChosen ? [...others, value] : others);
  };
  return (
    <>
      {total >= minToSearch && (
        <MenuSearch
          label={`Search ${label.toLowerCase()}`}
          value={words}
          onChange={setWords}
          onKeyDown={moveDown}
        />
      )}
      <div className={menuStyle.options}>
        {found.map(({ heading, choices }) => (
          <fieldset key={heading} className={menuStyle.section}>
            <legend className={heading === '' ? 'visually-hidden' : menuStyle.heading}>
              {heading || label}
            </legend>
            {choices.map((choice) => (
              <label key={choice.value} className={s.choice}>
                <input
                  type="checkbox"
                  aria-label={choice.label}
                  checked={chosen.includes(choice.value)}
                  onChange={({ target }) => choose(choice.value, target.checked)}
                  onKeyDown={moveBetween}
                />
                <span className={s.label}>{choice.label}</span>
                {choice.total !== undefined && (
                  <span className={s.total} data-none={choice.total === 0 || undefined}>
                    {count(choice.total)}
                  </span>
                )}
              </label>
            ))}
          </fieldset>
        ))}
        {found.length === 0 && <p className={s.none}>Nothing matches.</p>}
      </div>
      <div className={s.footer}>
        <Button
          size="small"
          variant="plain"
          aria-disabled={chosen.length === 0}
          onClick={() => change([])}
        >
          {anyLabel}
        </Button>
      </div>
    </>
  );
}

/** Returns what is chosen, changed at once: the list that it narrows may take a moment. */
function useChosen(given: readonly string[]) {
  const [{ of, own }, setState] = useState({ of: given, own: given });
  const isChanged = of.join('\n') !== given.join('\n');
  if (isChanged) setState({ of: given, own: given });
  const setOwn = (values: readonly string[]) => setState({ of: given, own: values });
  return [isChanged ? given : own, setOwn] as const;
}

/** Moves the focus from the search to the first choice by the down arrow. */
function moveDown(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  boxesAround(event.currentTarget)[0]?.focus();
}

/** Moves the focus to the choice above or below by the arrow keys. */
function moveBetween(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const boxes = boxesAround(event.currentTarget);
  boxes[boxes.indexOf(event.currentTarget) + step]?.focus();
}

function boxesAround(element: HTMLElement): HTMLInputElement[] {
  const menu = element.closest('[popover]') ?? document;
  return [...menu.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
}
