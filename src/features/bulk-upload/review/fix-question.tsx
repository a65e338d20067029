import { useId } from 'react';

import { NativeSelect } from '#src/ui/form/native-select.tsx';

import { answerTo, type Resolutions, type OpenFix } from './resolutions.ts';

import s from './issues.module.css';

/** Marks a question that has no answer yet. */
const undecidedMark = 'data-undecided';

/** The most options shown as radio buttons; more are shown as a select. */
const maxRadios = 3;

interface FixQuestionProps {
  open: OpenFix;
  /** The id of the issue's title. */
  titleId: string;
  resolutions: Resolutions;
  /** Called with the value of an option; empty if the question is skipped. */
  onAnswer: (answer: string) => void;
}

/** Asks the question that the file can't answer, before an issue is fixed. */
export function FixQuestion({
  open: { issue, fix },
  titleId,
  resolutions,
  onAnswer,
}: FixQuestionProps) {
  const questionId = useId();
  const value = answerTo(issue, resolutions);
  const labelledBy = `${titleId} ${questionId}`;
  const isDecided = resolutions[issue.key] !== undefined;
  const options = [
    ...fix.options.map((one) => ({
      value: one.value,
      label: fix.proposed?.value === one.value ? `${one.label} (suggested)` : one.label,
    })),
    ...fix.others,
  ];
  return (
    <div className={s.question} {...{ [undecidedMark]: (value === '' && !isDecided) || undefined }}>
      <p id={questionId}>{fix.question}</p>
      {options.length > maxRadios ? (
        <NativeSelect
          aria-labelledby={labelledBy}
          empty={isDecided || value !== '' ? skipText : 'Choose'}
          options={options}
          value={value}
          onChange={({ target }) => onAnswer(target.value)}
        />
      ) : (
        <Radios {...{ labelledBy, options, value, isDecided, onAnswer }} />
      )}
      {fix.others.some((other) => other.value === value) && (
        <p className="soft small">None of these cells fits this answer.</p>
      )}
    </div>
  );
}

interface RadiosProps extends Pick<FixQuestionProps, 'onAnswer'> {
  labelledBy: string;
  options: readonly { value: string; label: string }[];
  value: string;
  /** Whether the user has answered or skipped the question. */
  isDecided: boolean;
}

function Radios({ labelledBy, options, value, isDecided, onAnswer }: RadiosProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className={s.radios}>
      {[...options, { value: '', label: skipText }].map((one) => (
        <label key={one.value}>
          <input
            type="radio"
            name={name}
            value={one.value}
            checked={one.value === value && (one.value !== '' || isDecided)}
            onChange={() => onAnswer(one.value)}
          />
          {one.label}
        </label>
      ))}
    </div>
  );
}

const skipText = 'Leave as they are';

/** Focuses the first question that has no answer yet. */
export function focusQuestion(within: HTMLElement | null): void {
  within?.querySelector<HTMLElement>(`:is(select, input):is([${undecidedMark}] *)`)?.focus();
}
