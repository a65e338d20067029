import { useEffect, useEffectEvent } from 'react';

import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';

import s from './new-rows.module.css';

interface NewRowsProps {
  /** What waits: "3 new leads". */
  text: string;
  /** null: they are on another page. */
  onShow: (() => void) | null;
}

/**
 * Says above a table that there are rows to show, and shows them when asked. It lies over the
 * table's edge, so that no row moves. Screen readers are told once, not of every further row.
 */
export function NewRows({ text, onShow }: NewRowsProps) {
  const notify = useEffectEvent(() => announce(text));
  useEffect(() => notify(), []);
  return (
    <div className={s.place}>
      {onShow ? (
        <Button size="small" onClick={onShow}>
          {text} – Show
        </Button>
      ) : (
        <p className={s.news}>{text}</p>
      )}
    </div>
  );
}
