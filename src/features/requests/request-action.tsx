import { type ReactNode, type Ref, useRef, useState } from 'react';

import { type LenderRequest, requestLimits } from '#contract/portal/requests.ts';
import * as requests from '#src/api/requests.ts';
import { FilePicker } from '#src/forms/file-picker.tsx';
import { describeRequestedItem } from '#src/lib/values/requested-item.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button, type ButtonVariant } from '#src/ui/elements/button.tsx';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { rememberNextTodo, TodoAction, TodoPanel, todoMark } from '#src/ui/layout/todo-list.tsx';

import { AnswerPanel, type AnswerKind, type RequestParts } from './answer-panel.tsx';
import { SendReceived } from './send-received.tsx';

interface RequestActionProps extends RequestParts {
  request: LenderRequest;
  variant?: ButtonVariant;
  /** Whether an answer in words is offered where a file or a correction is asked for. */
  canAnswerByText?: boolean;
  /** Beside the action. */
  menu?: ReactNode;
}

/**
 * The action for a request, and the panel it opens: to choose, upload and send a file, to answer a
 * question, or to correct fields. Typed text and attached files survive a failure.
 */
export function RequestAction(props: RequestActionProps) {
  const { request, variant = 'bordered', canAnswerByText = false, menu, ...parts } = props;
  const [open, setOpen] = useState<AnswerKind | 'link' | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const picker = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const answer = requests.useAnswerRequest(request.id);
  const what = describeRequestedItem(request);
  const { kind } = getAnswerAction(request);
  const waits = requests.isWaiting(request);
  const focusButton = () => button.current?.focus();

  function handleClose(): void {
    setOpen(null);
    focusButton();
  }
  async function handleSend(body: requests.RequestAnswer): Promise<void> {
    const focusNext = rememberNextTodo(button.current);
    await answer.mutateAsync(body);
    setOpen(null);
    announce('Sent to the lender');
    focusNext();
  }
  return (
    <>
      <TodoAction>
        <ActionButtons
          {...{ request, variant }}
          ref={button}
          isOpen={open !== null}
          onPress={() =>
            kind === 'files' ? picker.current?.click() : setOpen(open === null ? kind : null)
          }
        />
        {kind === 'files' && (
          <FilePicker
            ref={picker}
            label={`Files: ${what}`}
            onFiles={(chosen) => {
              setFiles(chosen.slice(0, requestLimits.files));
              setOpen('files');
            }}
          />
        )}
        {menu}
      </TodoAction>
      {open === null && canAnswerByText && waits && kind !== 'words' && (
        <TodoPanel>
          <Alternatives kind={kind} what={what} onOpen={setOpen} />
        </TodoPanel>
      )}
      {open === 'link' && (
        <TodoPanel>
          <UploadLinkPanel request={request} onClose={handleClose} />
        </TodoPanel>
      )}
      {open !== null && open !== 'link' && (
        <TodoPanel>
          <AnswerPanel
            kind={open}
            {...{ request, files, ...parts }}
            onSend={handleSend}
            onClose={handleClose}
            onPressed={focusButton}
          />
        </TodoPanel>
      )}
    </>
  );
}

interface ActionButtonsProps extends Required<Pick<RequestActionProps, 'request' | 'variant'>> {
  ref: Ref<HTMLButtonElement>;
  isOpen: boolean;
  onPress: () => void;
}

/** Sends what the client has sent, if there is anything, and answers the request. */
function ActionButtons({ request, variant, ref, isOpen, onPress }: ActionButtonsProps) {
  const { word, kind } = getAnswerAction(request);
  const what = describeRequestedItem(request);
  const hasUnsent = request.files.some(({ isUnsent }) => isUnsent);
  const isMain = requests.isWaiting(request) && !hasUnsent;
  const shown = isOpen ? 'bordered' : variant;
  return (
    <>
      {hasUnsent && <SendReceived request={request} variant={shown} />}
      {word !== '' && (
        <Button
          ref={ref}
          variant={isMain ? shown : 'plain'}
          aria-label={what.startsWith(`${word}: `) ? what : `${word}: ${what}`}
          aria-expanded={kind === 'files' ? undefined : isOpen}
          {...(isMain && todoMark)}
          onClick={onPress}
        >
          {word}
        </Button>
      )}
    </>
  );
}

/** The link is loaded once it is wanted: few requests have one. */
const UploadLinkPanel = lazyComponent(
  async () => (await import('./upload-link-panel.tsx')).UploadLinkPanel,
);

interface AlternativesProps {
  kind: AnswerKind;
  what: string;
  onOpen: (kind: AnswerKind | 'link') => void;
}

/** What can be done instead of attaching files or correcting fields. */
function Alternatives({ kind, what, onOpen }: AlternativesProps) {
  return (
    <div className="cluster">
      {kind === 'files' && (
        <TextButton aria-label={`Link for the client: ${what}`} onClick={() => onOpen('link')}>
          Link for the client
        </TextButton>
      )}
      <TextButton onClick={() => onOpen('words')}>
        {kind === 'files' ? 'Can’t send it? Tell the lender why' : 'All correct? Tell the lender'}
      </TextButton>
    </div>
  );
}

/** Returns the label of the action for a request, empty if none, and the kind of its answer. */
function getAnswerAction(request: LenderRequest): { word: string; kind: AnswerKind } {
  const waits = requests.isWaiting(request);
  const isSent = request.state === 'sent';
  if (requests.isAnsweredByText(request))
    return { word: waits ? 'Answer' : isSent ? 'Change answer' : '', kind: 'words' };
  if (request.asked.kind === 'document')
    return { word: waits ? 'Attach' : isSent ? 'Add a file' : '', kind: 'files' };
  return { word: waits ? 'Correct' : '', kind: 'fields' };
}
