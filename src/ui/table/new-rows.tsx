import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';

import { newsMark } from '#src/lib/page-elements.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';

import { rowLinks } from './row-parts.ts';

import s from './new-rows.module.css';

interface NewRowsProps {
  /** The news: "3 new leads". */
  text: string;
  /** On a phone, "3 new". Without it, the page has several lists, and the news stay at theirs. */
  short?: string;
  /** null: they are on another page. */
  onShow: (() => void) | null;
}

/**
 * Says in the page's header that there are new rows, and shows them on request. There it covers
 * nothing, and no row moves. Screen readers announce it once, not for every new row.
 */
export function NewRows({ text, short = '', onShow }: NewRowsProps) {
  const notify = useEffectEvent(() => announce(text));
  useEffect(() => notify(), []);
  const [header] = useState(() => (short === '' ? null : document.querySelector(`[${newsMark}]`)));
  const renderText = (long: string) =>
    header ? (
      <>
        <span className={s.long}>{long}</span>
        <span className={s.short}>{short}</span>
      </>
    ) : (
      long
    );
  const news = onShow ? (
    <Button
      size="small"
      aria-label={`${text} – Show`}
      onClick={() => {
        flushSync(onShow);
        // The pressed button is gone.
        if (document.activeElement === document.body) focusFirstRow();
      }}
    >
      {renderText(`${text} – Show`)}
    </Button>
  ) : (
    <span className={`${s.news} soft`}>{renderText(text)}</span>
  );
  return header ? createPortal(news, header) : <div className={s.place}>{news}</div>;
}

/** Focuses the first of the rows that were shown. */
function focusFirstRow(): void {
  document.querySelector<HTMLElement>(`main ${rowLinks}`)?.focus({ preventScroll: true });
}
