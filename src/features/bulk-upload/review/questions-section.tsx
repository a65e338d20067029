import { useState } from 'react';

import { MoreButton } from '#src/ui/elements/more-button.tsx';

import { type FixAnswers, isQuestion, type OpenFix } from './fix-answers.ts';
import { FixQuestion } from './fix-question.tsx';

import s from './issues.module.css';

/** Of more questions only the first are shown, so that the rows below stay in sight. */
const maxShown = 4;
const shownAtFirst = 3;

interface QuestionsSectionProps {
  open: readonly OpenFix[];
  answers: FixAnswers;
  onAnswer: (issue: string, answer: string) => void;
}

/** Asks, above the rows, what has to be known before cells can be fixed. */
export function QuestionsSection({ open, answers, onAnswer }: QuestionsSectionProps) {
  const [isAll, setAll] = useState(false);
  const questions = open.filter(isQuestion);
  if (questions.length === 0) return null;
  const isLong = questions.length > maxShown;
  return (
    <section aria-label="Questions" className={s.questions}>
      {questions.slice(0, isLong && !isAll ? shownAtFirst : undefined).map((one) => (
        <FixQuestion key={one.issue.key} open={one} {...{ answers, onAnswer }} />
      ))}
      {isLong && (
        <MoreButton isOpen={isAll} onToggle={() => setAll(!isAll)}>
          {isAll ? 'Show fewer questions' : `Show all ${questions.length} questions`}
        </MoreButton>
      )}
    </section>
  );
}
