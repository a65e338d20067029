import { useRef, useState } from 'react';

import type { HomeRecord } from '#contract/portal/home.ts';
import { type Outcome, outcomes } from '#contract/portal/outcomes.ts';
import { requestLimits } from '#contract/portal/requests.ts';
import { useRecordOutcome } from '#src/api/outcomes.ts';
import { formatNearDay } from '#src/lib/values/due-day.ts';
import { dayInDays } from '#src/lib/values/follow-up-days.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { Input } from '#src/ui/form/input.tsx';
import { TextArea } from '#src/ui/form/text-area.tsx';

import s from './follow-ups.module.css';

interface OutcomeQuestionProps {
  record: Pick<HomeRecord, 'type' | 'id'>;
  /** Called before an answer is sent; what it returns, once it is stored. */
  onAnswer: (question: Element | null) => () => void;
}

const labels: Readonly<Record<Outcome, string>> = {
  reached: 'Reached',
  'no-answer': 'No answer, tomorrow',
  'handed-back': 'Done, back to the lender',
};

/** Asks after a call or an email what became of it: one press answers, a note is up to people. */
export function OutcomeQuestion({ record: { type, id }, onAnswer }: OutcomeQuestionProps) {
  const now = useNow();
  const question = useRef<HTMLFieldSetElement>(null);
  const [open, setOpen] = useState<'day' | 'note' | null>(null);
  const [note, setNote] = useState('');
  const { mutateAsync, isPending, error } = useRecordOutcome();

  async function answer(outcome: Outcome, followUp = dayInDays(1, now)): Promise<void> {
    const handleStored = onAnswer(question.current);
    const again = outcome === 'no-answer' ? { followUp } : {};
    await mutateAsync({ type, id, outcome, note, ...again });
    announce(
      {
        reached: 'Reached',
        'no-answer': `Follow up ${formatNearDay(followUp, now)}`,
        'handed-back': 'Handed back to the lender',
      }[outcome],
    );
    handleStored();
  }
  // A failure is shown below the answers, which stay.
  const tryAnswer = (outcome: Outcome, day?: string) =>
    void answer(outcome, day).catch(() => undefined);
  const isDay = open === 'day';
  return (
    <fieldset ref={question} className={s.question}>
      <legend className="visually-hidden">How did it go?</legend>
      <span className="soft" aria-hidden>
        How did it go?
      </span>
      {outcomes.map((outcome) => (
        <Button key={outcome} pending={isPending} onClick={() => tryAnswer(outcome)}>
          {labels[outcome]}
        </Button>
      ))}
      <Button variant="plain" aria-expanded={isDay} onClick={() => setOpen(isDay ? null : 'day')}>
        Another day
      </Button>
      {note === '' && open !== 'note' && (
        <Button variant="plain" onClick={() => setOpen('note')}>
          With a note
        </Button>
      )}
      {isDay && <AgainForm pending={isPending} onChoose={(day) => tryAnswer('no-answer', day)} />}
      {(open === 'note' || note !== '') && (
        <div className={s.row}>
          <TextArea
            label="Note"
            hint="In the history. Handing back, the lender gets it too."
            rows={2}
            ref={focusField}
            maxLength={requestLimits.text}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
      )}
      {error && (
        <p role="alert" className={s.row}>
          {error.message}
        </p>
      )}
    </fieldset>
  );
}

interface AgainFormProps {
  pending: boolean;
  onChoose: (day: string) => void;
}

/** Another day than tomorrow on which to try again. */
function AgainForm({ pending, onChoose }: AgainFormProps) {
  const now = useNow();
  const [day, setDay] = useState('');
  return (
    <form
      className={s.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== '') onChoose(day);
      }}
    >
      <Input
        ref={focusField}
        type="date"
        aria-label="No answer, try again on"
        min={dayInDays(1, now)}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button type="submit" aria-disabled={day === ''} pending={pending}>
        Try again then
      </Button>
    </form>
  );
}

/** Focuses a field that a press has opened. */
function focusField(field: HTMLElement | null): void {
  field?.focus();
}
