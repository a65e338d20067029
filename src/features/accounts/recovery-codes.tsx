import { useEffect } from 'react';

import { Button } from '#src/ui/elements/button.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';

import s from './accounts.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  doneLabel: string;
  onDone: () => void;
}

/** Shows recovery codes, this once. */
export function RecoveryCodes({ codes, doneLabel, onDone }: RecoveryCodesProps) {
  // The form that was here is gone.
  useEffect(focusHeading, []);
  return (
    <>
      <Notice tone="success" title="Save your recovery codes now: they can’t be shown again">
        If you lose your phone, each of them signs you in once, in place of the code of the app.
        Keep them where only you can read them, and not on that phone.
      </Notice>
      <ul className={s.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <CopyButton value={codes.join('\n')} label="Copy codes" size="medium" />
        <Button variant="main" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </>
  );
}
