import { useId } from 'react';

import { count } from '#src/lib/numbers.ts';
import { PlainSelect } from '#src/ui/form/plain-select.tsx';

import { answerTo, type FixAnswers, type FixOption, type OpenFix } from './fix-answers.ts';
import { describeExtent } from './row-counts.ts';

import s from './issues.module.css';

/** The most options shown as radio buttons; more are shown as a select. */
const maxRadios = 3;

interface FixQuestionProps {
  open: OpenFix;
  answers: FixAnswers;
  /** Called with the value of an option; empty if the question is skipped. */
  onAnswer: (issue: string, answer: string) => void;
}

/** Asks what cannot be told from the file before an issue is fixed, with the evidence. */
export function FixQuestion({ open, answers, onAnswer }: FixQuestionProps) {
  const { issue, fix, option } = open;
  const titleId = useId();
  const questionId = useId();
  const answer = answerTo(issue, answers);
  const [example] = (option ?? fix.options[0])?.examples ?? [];
  const control = {
    labelledBy: `${titleId} ${questionId}`,
    options: [
      ...fix.options.map((one) => ({ value: one.value, label: optionText(open, one) })),
      ...fix.others,
    ],
    value: answer,
    isDecided: answers[issue.key] !== undefined,
    onChange: (chosen: string) => onAnswer(issue.key, chosen),
  };
  const isLong = control.options.length > maxRadios;
  const evidence = option ? describeEvidence(open, option) : '';
  const isUnfit = fix.others.some(({ value }) => value === answer);
  return (
    <div className={s.question}>
      <div className={s.questionText}>
        <p>
          <strong id={titleId}>{issue.title}</strong>{' '}
          <span className={s.soft}>{describeExtent(issue)}</span>
        </p>
        {example && (
          <p className={s.example}>
            <span>Row {count(example.row)}</span> <del>{example.before}</del>
            {option && (
              <>
                {' '}
                → <ins>{example.after}</ins>
              </>
            )}
          </p>
        )}
      </div>
      <div className={s.answer}>
        <p id={questionId}>{fix.question}</p>
        {isLong ? <AnswerSelect {...control} /> : <Radios {...control} />}
        {isLong && evidence !== '' && <p className={s.soft}>{evidence}</p>}
        {isUnfit && <p className={s.soft}>None of these cells fits this answer.</p>}
      </div>
    </div>
  );
}

interface AnswerProps {
  labelledBy: string;
  options: readonly { value: string; label: string }[];
  value: string;
  /** Whether the user has answered or skipped the question. */
  isDecided: boolean;
  onChange: (answer: string) => void;
}

function AnswerSelect({ labelledBy, options, value, isDecided, onChange }: AnswerProps) {
  return (
    <div className={s.select}>
      <PlainSelect
        aria-labelledby={labelledBy}
        empty={isDecided || value !== '' ? skipText : 'Choose'}
        options={options}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

function Radios({ labelledBy, options, value, isDecided, onChange }: AnswerProps) {
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
            onChange={() => onChange(one.value)}
          />
          {one.label}
        </label>
      ))}
    </div>
  );
}

const skipText = 'Leave as they are';

/**
 * Returns what speaks for an option, as a sentence: what follows the option's name in its label,
 * and the reason for proposing it. A closed select can be too narrow to show it.
 */
function describeEvidence({ fix }: OpenFix, { value, label }: FixOption): string {
  const [, ...reasons] = label.split(': ');
  const reason = fix.proposed?.value === value ? fix.proposed.reason : '';
  const text = [...reasons, reason].filter((part) => part !== '').join(', ');
  return text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

/** Returns an option's label with the reason for proposing it and the number of cells. */
function optionText({ fix }: OpenFix, { value, label, cells }: FixOption): string {
  const reason = fix.proposed?.value === value ? fix.proposed.reason : '';
  return `${label}${reason === '' ? '' : `, ${reason}`} (${count(cells)})`;
}
