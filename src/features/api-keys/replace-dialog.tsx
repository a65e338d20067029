import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';

interface ReplaceDialogProps {
  onReplace: () => void;
  onClose: () => void;
}

/** Asks for confirmation before replacing an API key that programs may be using. */
export function ReplaceDialog({ onReplace, onClose }: ReplaceDialogProps) {
  return (
    <Dialog
      title="Replace the API key?"
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" onClick={onReplace}>
            Replace API key
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <p>
        {' '}
        You get a new key, and the old one stops working immediately. Every program that uses it
        fails until you update it.{' '}
      </p>
    </Dialog>
  );
}
