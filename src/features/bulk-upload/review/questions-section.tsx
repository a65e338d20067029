import { useState } from 'react';

import { MoreButton } from '#src/ui/elements/more-button.tsx';

import { type FixAnswers, isQuestion, type OpenFix } from './fix-answers.ts';
import { FixQuestion } from './fix-question.tsx';

import s from './issues.module.css';

/** Questions shown at first, so that the rows below stay in sight. */
const shownAtFirst = 2;

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
  return (
    <section aria-label="Questions" className={s.questions}>
      {questions.slice(0, isAll ? undefined : shownAtFirst).map((one) => (
        <FixQuestion key={one.issue.key} open={one} {...{ answers, onAnswer }} />
      ))}
      {questions.length > shownAtFirst && (
        <MoreButton isOpen={isAll} onToggle={() => setAll(!isAll)}>
          {isAll ? 'Show fewer questions' : `Show all ${questions.length} questions`}
        </MoreButton>
      )}
    </section>
  );
}
