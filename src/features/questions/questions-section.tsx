import { useQuery } from '@tanstack/react-query';

import type { Question } from '#contract/portal/questions.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { type QuestionSubject, questionsQuery } from '#src/api/questions.ts';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { LoadErrorState } from '#src/ui/feedback/states.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { AskButton } from './ask-button.tsx';
import { AskForm } from './ask-form.tsx';
import type { Asking } from './use-asking.ts';

import s from './questions.module.css';

interface QuestionsSectionProps {
  record: QuestionSubject;
  asking: Asking;
  /** Whether the button is here; else it is among the actions above, or nobody may ask. */
  hasButton: boolean;
}

/** Shows the questions to the lender about a lead or deal; without any, only how to ask one. */
export function QuestionsSection({ record, asking, hasButton }: QuestionsSectionProps) {
  const query = useQuery(questionsQuery(record));
  const loadError = useLoadError(query);
  const questions = query.data ?? [];
  const form = asking.isAsking && <AskForm record={record} onClose={asking.close} />;
  if (questions.length > 0)
    return (
      <Section
        title="Questions"
        note={describeCounts(questions)}
        action={hasButton && <AskButton variant="plain" size="small" asking={asking} />}
      >
        {form && <div className={s.form}>{form}</div>}
        <ol className={s.questions}>
          {questions.map((question) => (
            <QuestionItem key={question.id} question={question} />
          ))}
        </ol>
      </Section>
    );
  return (
    <>
      {loadError?.hasFailed && (
        <LoadErrorState title="Couldn’t load the questions to the lender" loadError={loadError}>
          The rest of the page is up to date.
        </LoadErrorState>
      )}
      {form && <Section title="Ask the lender">{form}</Section>}
      {!form && hasButton && (
        <div className={s.alone}>
          <AskButton asking={asking} />
        </div>
      )}
    </>
  );
}

/** Returns how many questions are open and answered: "1 open, 2 answered". */
function describeCounts(questions: readonly Question[]): string {
  const open = questions.filter(({ state }) => state === 'open').length;
  const answered = questions.length - open;
  return [open > 0 && `${open} open`, answered > 0 && `${answered} answered`]
    .filter(Boolean)
    .join(', ');
}

/** One question, with its answer below. */
function QuestionItem({ question }: { question: Question }) {
  const { state, text, by, createdAt, answer, answeredAt } = question;
  return (
    <li>
      <p className={`${s.about} cluster soft small`}>
        {state === 'open' ? (
          <Badge tone="info">Open</Badge>
        ) : (
          <Badge tone="success">Answered</Badge>
        )}
        <span>
          {by !== null && <span translate="no">{`${by}, `}</span>}
          <Time value={createdAt} />
        </span>
      </p>
      <p className={`${s.text} wrap-anywhere`}>{text || <em>Erased</em>}</p>
      {state === 'answered' && (
        <div className={s.answer}>
          <p className="soft small">
            {'The lender, '}
            <Time value={answeredAt} />
          </p>
          <p className={`${s.text} wrap-anywhere`}>{answer || <em>Erased</em>}</p>
        </div>
      )}
    </li>
  );
}
