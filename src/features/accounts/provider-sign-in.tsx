import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import {
  type ProviderSignIn,
  signInByProvider,
  signInQuery,
  useLeaveForProvider,
  useProviderName,
} from '#src/api/account/sign-in.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { Failure } from '#src/ui/feedback/notice.tsx';

import s from './accounts.module.css';

interface ProviderButtonProps {
  /** The response of the provider's redirect. */
  response: string | undefined;
  /** The address to return to after signing in. */
  returnTo: string;
  onTaken: (signIn: ProviderSignIn) => void;
}

/** The button to sign in with the identity provider, if there is one. Completes the sign-in too. */
export function ProviderButton({ response, returnTo, onTaken }: ProviderButtonProps) {
  const { data } = useQuery(signInQuery);
  const leave = useLeaveForProvider('startProviderSignIn');
  const { mutate, ...taking } = useMutation({ mutationFn: signInByProvider, onSuccess: onTaken });
  const taken = useRef<string>(undefined);
  useEffect(() => {
    if (response === undefined || taken.current === response) return;
    taken.current = response;
    mutate(response);
  }, [response, mutate]);
  if (!data?.provider) return null;
  return (
    <div className={s.passkey}>
      <Failure
        title={`Couldn’t sign in with ${data.provider}`}
        error={leave.isIdle ? taking.error : leave.error}
      />
      <Button
        pending={leave.isPending || taking.isPending}
        pendingText="Signing in"
        onClick={() => leave.mutate(returnTo)}
      >
        Sign in with {data.provider}
      </Button>
    </div>
  );
}

/** The link to the identity provider, if there is one. It keeps typed text on this page. */
export function ProviderLink() {
  const provider = useProviderName();
  if (provider === undefined) return null;
  return (
    <p className={s.passkey}>
      <Link to={paths.signIn()} target="_blank">
        Sign in with {provider} in a new tab
      </Link>
    </p>
  );
}
