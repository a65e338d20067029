import type { HomeRecord } from '#contract/portal/home.ts';
import { rememberNextTodo } from '#src/ui/layout/todo-list.tsx';

import { FollowUpMenu } from './follow-up-menu.tsx';

interface RowFollowUpProps {
  record: Pick<HomeRecord, 'type' | 'id'> & { readonly followUp: string | null };
  /** What the record is called. */
  name: string;
}

/** The menu of a row of a list to work off: the row goes, and the focus is on the next action. */
export function RowFollowUp({ record: { type, id, followUp }, name }: RowFollowUpProps) {
  return (
    <FollowUpMenu
      record={{ type, id, day: followUp }}
      name={name}
      label={`More: ${name}`}
      look="more"
      atEnd
      onChoose={rememberNextTodo}
    />
  );
}
