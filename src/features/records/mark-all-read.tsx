import { useMarkAllRead } from '#src/api/records/mark-read.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { leaveControl } from '#src/ui/elements/focus-heading.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';

// Loaded when a row of the list is unread.

/** Marks what others have changed as read, in both lists and on the home page. */
export function MarkAllRead() {
  const markRead = useMarkAllRead();
  const handleClick = async (button: Element) => {
    await markRead.mutateAsync();
    announce('All marked as read');
    leaveControl(button);
  };
  return (
    <>
      {markRead.isError && <span role="alert">Couldn’t mark as read. Try again.</span>}
      <TextButton
        pending={markRead.isPending}
        onClick={({ currentTarget }) => void handleClick(currentTarget).catch(() => {})}
      >
        Mark all as read
      </TextButton>
    </>
  );
}
