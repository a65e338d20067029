import { useEffect, useRef } from 'react';

import { partsState } from '#src/lib/load-lazily.ts';
import { earlyFieldClass } from '#src/lib/page-elements.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Failure, Notice } from '#src/ui/feedback/notice.tsx';

import s from './frame-notices.module.css';

interface FrameNoticesProps {
  /** Why the person is not signed out. */
  signOutError: Error | null;
  /** Why the command menu is not open. */
  menuError: Error | undefined;
}

/**
 * Shows above any page the errors of the frame around it, and why a part of the page, such as a
 * dialog, can't load: the connection or a release. Typed text stays until the page is reloaded.
 */
export function FrameNotices({ signOutError, menuError }: FrameNoticesProps) {
  const state = useStore(partsState);
  const place = useRef<HTMLDivElement>(null);
  const early = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement: focused, body } = document;
    const isTyping = focused instanceof HTMLElement && focused.classList.contains(earlyFieldClass);
    if (state !== 'here' && isTyping) {
      // Otherwise the user would go on typing in a hidden field.
      early.current = focused;
      place.current?.focus();
    } else if (state === 'here') {
      // The part loads now. When closed, it returns the focus to the element that opened it.
      if (focused === place.current || focused === body) early.current?.focus();
      early.current = null;
    }
  }, [state]);
  return (
    <>
      <Failure title="You are still signed in" error={signOutError} />
      <Failure title="Couldn’t open the search" error={menuError} />
      <div ref={place} className={s.notice} tabIndex={-1} data-parts-notice>
        {state === 'replaced' && (
          <Notice
            tone="warning"
            title="A new version is available"
            actions={<Button onClick={() => location.reload()}>Reload</Button>}
          >
            Part of this page can’t be loaded until you reload. First submit or copy what you have
            typed: only what is saved stays.
          </Notice>
        )}
        {state === 'awaited' && (
          <Notice
            tone="warning"
            title="Part of this page couldn’t be loaded"
            actions={<Button onClick={tryAgain}>Try again</Button>}
          >
            Trying again until you’re connected. What you have chosen and typed stays.
          </Notice>
        )}
      </div>
    </>
  );
}

/** Retries everything that waits for the connection: browsers may not notice its return. */
function tryAgain(): void {
  dispatchEvent(new Event('online'));
}
