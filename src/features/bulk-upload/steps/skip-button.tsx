import type { RefObject } from 'react';

import { Button } from '#src/ui/elements/button.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

/** Moves the focus past the file's details to its next step. It is visible while focused. */
export function SkipButton({ to }: { to: RefObject<HTMLButtonElement | null> }) {
  return (
    <div className={s.skip}>
      <Button onClick={() => to.current?.focus()}>Skip to the next step</Button>
    </div>
  );
}
