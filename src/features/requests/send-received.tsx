import { useRef } from 'react';

import type { LenderRequest } from '#contract/portal/requests.ts';
import * as requests from '#src/api/requests.ts';
import { quantity } from '#src/lib/numbers.ts';
import { describeRequestedItem } from '#src/lib/values/requested-item.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button, type ButtonVariant } from '#src/ui/elements/button.tsx';
import { sendsAtOnce, rememberNextTodo, todoMark } from '#src/ui/layout/todo-list.tsx';

interface SendReceivedProps {
  request: LenderRequest;
  variant: ButtonVariant;
}

/** Sends to the lender what the client has sent by a link. */
export function SendReceived({ request, variant }: SendReceivedProps) {
  const button = useRef<HTMLButtonElement>(null);
  const answer = requests.useAnswerRequest(request.id);
  const unsent = request.files.filter(({ isUnsent }) => isUnsent).map(({ id }) => id);
  const files = quantity(unsent.length, 'file');
  async function handleSend(): Promise<void> {
    const focusNext = rememberNextTodo(button.current);
    await answer.mutateAsync({ answer: request.answer, attachmentIds: unsent });
    announce('Sent to the lender');
    focusNext();
  }
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        pending={answer.isPending}
        pendingText="Sending"
        aria-label={`Send ${files} of the client to the lender: ${describeRequestedItem(request)}`}
        {...todoMark}
        {...sendsAtOnce}
        onClick={() => void handleSend().catch(() => undefined)}
      >
        Send {files}
      </Button>
      {answer.error && (
        <p role="alert" className="danger">
          {answer.error.message}
        </p>
      )}
    </>
  );
}
