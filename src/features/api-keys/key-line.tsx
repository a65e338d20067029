import type { ReactNode } from 'react';

import type { Profile } from '#contract/portal/api-keys.ts';
import { revealApiKey } from '#src/api/account/profile.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';

import type { ShownKey } from './shown-key.ts';

import s from './api-keys.module.css';

interface KeyLineProps {
  /** undefined: no key exists yet, so only the further buttons are shown. */
  masked: string | undefined;
  shownKey: ShownKey;
  /** Further buttons. */
  children: ReactNode;
}

/** Shows the API key, masked until requested, with buttons to reveal and copy it. */
export function KeyLine({ masked, shownKey: { shown, get, show, hide }, children }: KeyLineProps) {
  return (
    <div className={`${s.key} row`}>
      {masked !== undefined && (
        <>
          <output className={s.secret} aria-label="API key">
            {shown ?? masked}
          </output>
          {shown === undefined ? (
            <Button onClick={() => show(revealApiKey)}>Show API key</Button>
          ) : (
            <Button onClick={hide}>Hide API key</Button>
          )}
          <CopyButton label="Copy API key" size="medium" value={() => shown ?? get(revealApiKey)} />
        </>
      )}
      {children}
    </div>
  );
}

interface KeyTimesProps {
  apiKey: NonNullable<Profile['apiKey']>;
  /** Whether the portal issued the key (`Created`) or the user entered it (`Entered`). */
  came: 'Created' | 'Entered';
}

/** Shows when the API key was created or entered, and when a program last used it. */
export function KeyTimes({ apiKey, came }: KeyTimesProps) {
  return (
    <DetailList>
      <Detail label={came}>
        <Time value={apiKey.createdAt} />
      </Detail>
      <Detail label={came === 'Created' ? 'Last used' : 'Last used by a program'}>
        {apiKey.lastUsedAt === null ? 'Never' : <Time value={apiKey.lastUsedAt} />}
      </Detail>
    </DetailList>
  );
}
