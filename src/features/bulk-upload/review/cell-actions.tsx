import { type SubmitEvent, useEffect, useRef, useState } from 'react';

import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import { count } from '#src/lib/numbers.ts';
import { emptyOption } from '#src/lib/values/choices.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { isAllLeftOut } from './resolutions.ts';

import s from './issues.module.css';

/** Actions on the cells of an issue that don't depend on their contents. */
export interface CellHandlers {
  /** Writes a text to all of them; returns why the column doesn't take it. */
  onFill: (text: string) => Promise<string | undefined>;
  /** Leaves their rows out, or includes them again. */
  onLeaveOut: (isOut: boolean) => void;
}

interface CellActionsProps extends CellHandlers {
  issue: IssueGroup;
  isBusy: boolean;
}

/**
 * Offers to leave the cells of an issue empty where the field is optional, to write one value to
 * all of them, or to leave their rows out. Beside a fix, they are shown on request.
 */
export function CellActions(props: CellActionsProps) {
  const { issue, isBusy, onLeaveOut } = props;
  const { title, cells, fix } = issue;
  const [isOpen, setOpen] = useState(false);
  const isOut = isAllLeftOut(issue);
  if (cells === 0 || cells > uploadLimits.rowChoices) return null;
  if (fix !== null && !isOpen && !isOut)
    return (
      <TextButton aria-label={`Other ways: ${title}`} onClick={() => setOpen(true)}>
        Other ways
      </TextButton>
    );
  return (
    <>
      <Button
        size="small"
        aria-disabled={isBusy}
        aria-label={`${isOut ? 'Include rows' : 'Leave rows out'}: ${title}`}
        onClick={() => onLeaveOut(!isOut)}
      >
        {isOut ? 'Include rows' : 'Leave rows out'}
      </Button>
      {!isOut && <FillActions {...props} />}
    </>
  );
}

/** Offers to empty all cells of an issue, or to write one value to them. */
function FillActions({ issue, isBusy, onFill }: CellActionsProps) {
  const { title, column, cells, leftOut = 0, fix } = issue;
  const [isTyping, setTyping] = useState(false);
  const field = templateColumns.find(({ name }) => name === column)?.field;
  if (field === undefined) return null;
  const isCleared = fix?.options.some(({ value }) => value === emptyOption);
  const action = { size: 'small', 'aria-disabled': isBusy } as const;
  return (
    <>
      {!field.required && !isCleared && (
        <Button {...action} aria-label={`Leave empty: ${title}`} onClick={() => void onFill('')}>
          Leave empty
        </Button>
      )}
      <Button
        {...action}
        aria-expanded={isTyping}
        aria-label={`One value for all: ${title}`}
        onClick={() => setTyping(!isTyping)}
      >
        One value for all
      </Button>
      {isTyping && <OneValue cells={cells - leftOut} onFill={onFill} />}
    </>
  );
}

/** Takes the value that is written to all cells of an issue. */
function OneValue({ cells, onFill }: { cells: number } & Pick<CellHandlers, 'onFill'>) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  async function handleSubmit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setError(await onFill(text.trim()));
  }
  return (
    <form className={s.oneValue} onSubmit={(event) => void handleSubmit(event)}>
      <TextInput
        label={cells === 1 ? 'Value of this cell' : `Value of all ${count(cells)} cells`}
        value={text}
        error={error}
        autoComplete="off"
        ref={input}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" size="small">
        Write
      </Button>
    </form>
  );
}
