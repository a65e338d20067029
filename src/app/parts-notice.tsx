import { partsState } from '#src/lib/load-later.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';

import s from './parts-notice.module.css';

/**
 * Says what holds up a part of the page that stays, such as a dialog: the connection, or a release.
 * What is typed on the page is kept until somebody reloads it.
 */
export function PartsNotice() {
  const state = useStore(partsState);
  return (
    <div className={s.notice} data-parts-notice>
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
  );
}

/** Tries again whatever waits for the connection, whose return a browser may not notice. */
function tryAgain(): void {
  dispatchEvent(new Event('online'));
}
