import { useMarkAllRead } from '#src/api/unread/unread-calls.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';

// Loaded when a row of the list is unread.

/** Marks what others have changed as read, in both lists and on the home page. */
export function MarkAllRead() {
  const markRead = useMarkAllRead();
  const handleClick = async () => {
    await markRead.mutateAsync();
    announce('All marked as read');
    // The button disappears.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  };
  return (
    <>
      {markRead.isError && <span role="alert">Couldn’t mark as read. Try again.</span>}
      <Button
        variant="plain"
        size="small"
        pending={markRead.isPending}
        onClick={() => void handleClick().catch(() => {})}
      >
        Mark all as read
      </Button>
    </>
  );
}
