import { type ReactNode, useEffect, useRef, useState } from 'react';

import { TextButton } from './text-button.tsx';

import s from './cut-text.module.css';

/** A text of which two lines are shown, with a button for the rest; all of it in an open row. */
export function CutText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = text.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div ref={text} className={s.text} data-whole={isWhole || undefined}>
        {children}
      </div>
      {(isCut || isWhole) && (
        <div className={s.more}>
          <TextButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Show all'}
          </TextButton>
        </div>
      )}
    </>
  );
}
