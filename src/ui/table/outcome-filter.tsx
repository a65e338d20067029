import { count } from '#src/lib/numbers.ts';

import s from './outcome-filter.module.css';

interface OutcomeFilterProps<Outcome extends string> {
  /** The accessible name of the choice: "Which rows". */
  label: string;
  /** The outcomes, and all of them as undefined, with how many rows each has. */
  choices: readonly { outcome: Outcome | undefined; label: string; number: number }[];
  chosen: Outcome | undefined;
  onChoose: (outcome: Outcome | undefined) => void;
}

/** Buttons that filter rows by their outcome. One of them is pressed. */
export function OutcomeFilter<Outcome extends string>({
  label: legend,
  choices,
  chosen,
  onChoose,
}: OutcomeFilterProps<Outcome>) {
  return (
    <fieldset className={`${s.chips} cluster`}>
      <legend className="visually-hidden">{legend}</legend>
      {choices.map(({ outcome, label, number }) => (
        <button
          key={label}
          type="button"
          className={`${s.chip} soft small`}
          aria-pressed={chosen === outcome}
          onClick={() => onChoose(outcome)}
        >
          {label} · {count(number)}
        </button>
      ))}
    </fieldset>
  );
}
