import { useQuery } from '@tanstack/react-query';

import type { OwnSession } from '#contract/portal/own-account.ts';
import { sessionsQuery, useEndSession } from '#src/api/account/own-account.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { leaveWhenRemoved } from '#src/ui/elements/focus-heading.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { LoadState } from '#src/ui/feedback/load-state.tsx';
import { Failure } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import s from './accounts.module.css';

/** Lists where the user is signed in. Each session can be signed out, and all others at once. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery);
  const { data } = sessions;
  const end = useEndSession();
  const signOut = (id?: string) => end.mutate(id, { onSuccess: () => announce('Signed out.') });
  return (
    <Section
      title="Sessions"
      action={
        data !== undefined &&
        data.length > 1 && (
          <TextButton pending={end.isPending} onClick={() => signOut()}>
            Sign out all others
          </TextButton>
        )
      }
    >
      <Failure title="Couldn’t sign out the session" error={end.error} />
      <LoadState query={sessions} title="Couldn’t load sessions" />
      <ul className="divided">
        {data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables === session.id}
            onEnd={() => signOut(session.id)}
          />
        ))}
      </ul>
    </Section>
  );
}

interface SessionRowProps {
  session: OwnSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, address, signedInAt, lastUsedAt, isCurrent } = session;
  return (
    <li className={`${s.session} cluster`} ref={leaveWhenRemoved}>
      <div>
        <strong>{device}</strong>
        <p className="soft">
          {address !== '' && `${address} · `}
          {isCurrent ? (
            'This session'
          ) : (
            <>
              Last used <Time value={lastUsedAt} />
            </>
          )}{' '}
          · signed in <Time value={signedInAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="small"
          pending={isEnding}
          pendingText="Signing out"
          aria-label={`Sign out ${device}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
