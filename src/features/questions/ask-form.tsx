import { useState } from 'react';
import * as z from 'zod/mini';

import { requestLimits } from '#contract/portal/requests.ts';
import { type QuestionSubject, useAskLender } from '#src/api/questions.ts';
import { LeaveGuard } from '#src/forms/leave-guard.tsx';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { TextArea } from '#src/ui/form/text-area.tsx';

const questionSchema = z.object({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a question.'),
      z.maxLength(requestLimits.text, `Use at most ${requestLimits.text} characters.`),
    ),
});

interface AskFormProps {
  record: QuestionSubject;
  onClose: () => void;
}

/** The form for a question to the lender, in place. */
export function AskForm({ record, onClose }: AskFormProps) {
  const form = useTextForm<{ text: string }>(questionSchema);
  const ask = useAskLender(record);
  const [isTyped, setTyped] = useState(false);
  async function handleSubmit({ text }: { text: string }): Promise<void> {
    await ask.mutateAsync(text);
    announce('Sent to the lender');
    onClose();
  }
  return (
    <>
      <ShortForm
        form={form}
        submitLabel="Send"
        pendingText="Sending"
        failureTitle="Not sent. Your question is still here."
        onSubmit={handleSubmit}
        actions={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextArea
          {...form.control('text')}
          label="Your question"
          rows={3}
          ref={focusField}
          onInput={() => setTyped(true)}
        />
      </ShortForm>
      <LeaveGuard when={isTyped} loss="Your question to the lender is not sent yet." />
    </>
  );
}

function focusField(field: HTMLElement | null): void {
  field?.focus();
}
