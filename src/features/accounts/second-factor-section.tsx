import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { SecondFactor } from '#contract/portal/second-factor/second-factor.ts';
import {
  secondFactorQuery,
  setUpAuthenticator,
  useChangeSecondFactor,
  useSecondFactorChanged,
} from '#src/api/account/second-factor.ts';
import { NotConfirmed } from '#src/api/service-error.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { LoadState } from '#src/ui/feedback/load-state.tsx';
import { Failure } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { AuthenticatorForm, RecoveryCodes } from './authenticator-form.tsx';

import s from './accounts.module.css';

/** Shows whether the user signs in by two steps; sets up and removes the authenticator app. */
export function SecondFactorSection() {
  const factor = useQuery(secondFactorQuery);
  const { data } = factor;
  const change = useChangeSecondFactor();
  const onChanged = useSecondFactorChanged();
  const [isSettingUp, setIsSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const start = async () => {
    try {
      return await setUpAuthenticator.start();
    } catch (error) {
      if (error instanceof NotConfirmed) setIsSettingUp(false);
      throw error;
    }
  };
  return (
    <Section title="Two-step sign-in">
      <Failure title="Couldn’t change the two-step sign-in" error={change.error} />
      <LoadState query={factor} title="Couldn’t load the two-step sign-in" />
      {codes && <RecoveryCodes codes={codes} doneLabel="Done" onDone={() => setCodes(undefined)} />}
      {isSettingUp && (
        <AuthenticatorForm
          start={start}
          onCancel={() => setIsSettingUp(false)}
          onConfirm={async (code) => {
            const { recoveryCodes } = await setUpAuthenticator.confirm(code);
            setIsSettingUp(false);
            setCodes(recoveryCodes);
            onChanged();
          }}
        />
      )}
      {data && !isSettingUp && !codes && (
        <Setting
          factor={data}
          isPending={change.isPending}
          onSetUp={() => setIsSettingUp(true)}
          onAction={(kind) => change.mutate(kind, { onSuccess: setCodes })}
        />
      )}
    </Section>
  );
}

interface SettingProps {
  factor: SecondFactor;
  isPending: boolean;
  onSetUp: () => void;
  onAction: (kind: 'remove' | 'renew-codes') => void;
}

function Setting({ factor, isPending, onSetUp, onAction }: SettingProps) {
  const { since, recoveryCodesLeft: left, isRequired } = factor;
  if (since === null)
    return (
      <>
        <p className={s.factor}>
          After your password, a code from an app on your phone: nobody signs in with your password
          alone.
        </p>
        <Button size="small" onClick={onSetUp}>
          Set up an app
        </Button>
      </>
    );
  return (
    <>
      <p className={s.factor}>
        An authenticator app since <Time value={since} />. {count(left)} recovery{' '}
        {left === 1 ? 'code' : 'codes'} left.
      </p>
      <div className="cluster">
        <Button size="small" onClick={onSetUp}>
          Set up another app
        </Button>
        <Button size="small" pending={isPending} onClick={() => onAction('renew-codes')}>
          New recovery codes
        </Button>
        {!isRequired && (
          <Button size="small" pending={isPending} onClick={() => onAction('remove')}>
            Turn off
          </Button>
        )}
      </div>
    </>
  );
}
