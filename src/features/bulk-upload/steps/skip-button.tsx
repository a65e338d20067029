import type { RefObject } from 'react';

import { Button } from '#src/ui/elements/button.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

/** Takes the keyboard past what is shown of a file to its next step; seen once it has the focus. */
export function SkipButton({ to }: { to: RefObject<HTMLButtonElement | null> }) {
  return (
    <div className={s.skip}>
      <Button onClick={() => to.current?.focus()}>Skip to the next step</Button>
    </div>
  );
}
