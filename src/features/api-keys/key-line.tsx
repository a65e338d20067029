import type { ReactNode } from 'react';

import type { Profile } from '#contract/web/api-keys.ts';
import { revealApiKey } from '#src/api/profile.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Detail, DetailList } from '#src/ui/details.tsx';
import { Time } from '#src/ui/time.tsx';

import type { ShownKey } from './shown-key.ts';

import s from './api-keys.module.css';

interface KeyLineProps {
  /** undefined: there is none yet, and the further buttons stand alone. */
  masked: string | undefined;
  shownKey: ShownKey;
  /** Further buttons. */
  children: ReactNode;
}

/** The API key, masked until it is asked for, and what shows and copies it. */
export function KeyLine({ masked, shownKey: { shown, get, show, hide }, children }: KeyLineProps) {
  return (
    <div className={s.key}>
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
  /** How it came to be: made here, or entered. */
  came: 'Created' | 'Entered';
}

/** When the API key came to be, and when a program used it last. */
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
