import { type ComponentType, useState } from 'react';
import * as z from 'zod/mini';

import { type LenderRequest, requestLimits } from '#contract/portal/requests.ts';
import { leadFieldNames, type LeadFieldName } from '#contract/v1/leads.ts';
import { type RequestAnswer, isAnsweredByText } from '#src/api/requests.ts';
import { LeaveGuard } from '#src/forms/leave-guard.tsx';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { describeRequestedItem } from '#src/lib/values/requested-item.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { TextArea } from '#src/ui/form/text-area.tsx';

/** The parts of other features: files on their way, and the form of some of a lead's fields. */
export interface RequestParts {
  readonly Files: ComponentType<{
    leadId: string;
    /** The type that is asked for; without one the person says what each file is. */
    documentType?: string;
    files: readonly File[];
    onAttached: (ids: string[]) => void;
    onPressed: () => void;
  }>;
  readonly Fields: ComponentType<{
    leadId: string;
    names: readonly LeadFieldName[];
    /** Default: "Save changes". */
    submitLabel?: string;
    onDone: (result: 'saved' | 'unchanged' | 'cancelled') => void;
  }>;
}

/** How a request is answered. */
export type AnswerKind = 'files' | 'fields' | 'words';

interface AnswerPanelProps extends RequestParts {
  kind: AnswerKind;
  request: LenderRequest;
  /** The files that were just chosen. */
  files: readonly File[];
  /** Sends the answer. Rejects with the service’s sentence. */
  onSend: (answer: RequestAnswer) => Promise<void>;
  onClose: () => void;
  onPressed: () => void;
}

/** The part that an action opens: files on their way, the form of fields, or an answer in words. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { kind, request, files, onSend, onClose, onPressed, Files, Fields } = props;
  const { leadId, asked, answer } = request;
  const [isUnchanged, setUnchanged] = useState(false);
  const [unsent, setUnsent] = useState<{ answer: RequestAnswer; error: unknown }>();
  const [isSending, setSending] = useState(false);

  /** Sends an answer that is already stored, so that after a failure only this step is left. */
  async function sendStored(stored: RequestAnswer): Promise<void> {
    setSending(true);
    await onSend(stored).catch((error: unknown) => setUnsent({ answer: stored, error }));
    setSending(false);
  }
  if (unsent)
    return (
      <UnsentNotice
        {...{ kind, isSending, onClose }}
        error={unsent.error}
        onSend={() => void sendStored(unsent.answer)}
      />
    );
  if (kind === 'files' && leadId !== null && asked.kind === 'document')
    return (
      <Files
        {...{ leadId, files, onPressed }}
        documentType={asked.documentType}
        onAttached={(attachmentIds) =>
          attachmentIds.length === 0 ? onClose() : void sendStored({ answer, attachmentIds })
        }
      />
    );
  if (kind === 'fields' && !isUnchanged && leadId !== null && asked.kind === 'correction')
    return (
      <Fields
        leadId={leadId}
        names={leadFieldNames.filter((name) => asked.fieldNames.some((each) => each === name))}
        submitLabel="Send"
        onDone={(result) => {
          if (result === 'cancelled') onClose();
          else if (result === 'saved') void sendStored({ answer: '' });
          else setUnchanged(true);
        }}
      />
    );
  const hint = isUnchanged ? 'Nothing was changed. Say why it is right as it is.' : undefined;
  return <AnswerForm {...{ request, hint, onSend, onClose }} />;
}

interface UnsentNoticeProps extends Pick<AnswerPanelProps, 'kind' | 'onClose'> {
  error: unknown;
  isSending: boolean;
  onSend: () => void;
}

function UnsentNotice({ kind, error, isSending, onSend, onClose }: UnsentNoticeProps) {
  return (
    <Notice
      tone="danger"
      title={`${kind === 'files' ? 'Attached' : 'Saved'}, but the lender wasn’t told.`}
      actions={
        <>
          <Button pending={isSending} pendingText="Sending" onClick={onSend}>
            Send again
          </Button>
          <Button variant="plain" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {error instanceof Error && error.message}
    </Notice>
  );
}

const answerSchema = z.object({
  answer: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter an answer.'),
      z.maxLength(requestLimits.text, `Use at most ${requestLimits.text} characters.`),
    ),
});

interface AnswerFormProps extends Pick<AnswerPanelProps, 'request' | 'onSend' | 'onClose'> {
  hint: string | undefined;
}

/** An answer in words, in place. */
function AnswerForm({ request, hint, onSend, onClose }: AnswerFormProps) {
  const form = useTextForm<RequestAnswer>(answerSchema);
  const [isTyped, setTyped] = useState(false);
  return (
    <>
      <ShortForm
        form={form}
        submitLabel="Send"
        pendingText="Sending"
        failureTitle="Not sent. Your answer is still here."
        onSubmit={onSend}
        actions={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextArea
          {...form.control('answer')}
          label={isAnsweredByText(request) ? 'Your answer' : 'What the lender should know'}
          aria-description={describeRequestedItem(request)}
          hint={hint}
          rows={3}
          defaultValue={request.answer}
          ref={focusControl}
          onInput={() => setTyped(true)}
        />
      </ShortForm>
      <LeaveGuard when={isTyped} loss="Your answer to the lender is not sent yet." />
    </>
  );
}

function focusControl(control: HTMLElement | null): void {
  control?.focus();
}
