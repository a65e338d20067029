import { type ReactNode, useState } from 'react';

import type { ManagedAccount } from '#contract/portal/people/managed-accounts.ts';
import { type AccountAction, useAccountAction } from '#src/api/account/managed-accounts.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { Failure, Notice } from '#src/ui/feedback/notice.tsx';
import { NativeSelect } from '#src/ui/form/native-select.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';

import { partnerRoles, type MadeLink } from './invite-dialog.tsx';
import { SignInState } from './people-table.tsx';
import { roleNames } from './role-names.ts';

import s from './accounts.module.css';

interface PersonDialogProps {
  account: ManagedAccount;
  onLink: (made: MadeLink) => void;
  /** Hands the leads over; undefined if the user can't. */
  onHandOver: (() => void) | undefined;
  onClose: () => void;
  /** The API keys, of an integration. */
  children: ReactNode;
}

/** Everything that can be done with a person's account. */
export function PersonDialog(props: PersonDialogProps) {
  const { account, onLink, onHandOver, onClose, children } = props;
  const { id, name, email, role, state } = account;
  const action = useAccountAction(id);
  const [done, setDone] = useState<string>();
  const runAction = (what: AccountAction, sentence: string) => {
    setDone(undefined);
    action.mutate(what, {
      onSuccess: (sent) =>
        sent && email !== null ? onLink({ name, email, link: sent.link }) : setDone(sentence),
    });
  };
  const button = (label: string, what: AccountAction, sentence = '') => (
    <Button
      size="small"
      pending={action.isPending && action.variables?.kind === what.kind}
      onClick={() => runAction(what, sentence)}
    >
      {label}
    </Button>
  );
  const isActive = state !== 'deactivated';
  return (
    <Dialog title={name} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {done !== undefined && <Notice tone="success" title={done} />}
      <Failure title="Couldn’t change this account" error={action.error} />
      <DetailList>
        {email !== null && <Detail label="Email">{email}</Detail>}
        <Detail label="Role">
          <RoleChoice
            role={role}
            onChoose={(chosen) => runAction({ kind: 'change', role: chosen }, 'Role changed')}
          />
        </Detail>
        <Detail label="Sign-in">
          <div className="cluster">
            <SignInState {...account} />
            {state === 'locked' && button('Unlock', { kind: 'unlock' }, 'Unlocked')}
            {isActive &&
              email !== null &&
              button(state === 'invited' ? 'Send again' : 'Reset password', { kind: 'send-link' })}
            {account.factors.length > 0 &&
              button(
                'Remove app and passkeys',
                { kind: 'reset-factor' },
                'App and passkeys removed',
              )}
          </div>
        </Detail>
        <Detail label="Account">
          <div className="cluster">
            {isActive
              ? button('Deactivate', { kind: 'change', isActive: false }, 'Deactivated')
              : button('Activate', { kind: 'change', isActive: true }, 'Activated')}
            {onHandOver && (
              <Button size="small" onClick={onHandOver}>
                Hand over leads
              </Button>
            )}
          </div>
          <p className={`${s.note} soft`}>{getNote(account)}</p>
        </Detail>
      </DetailList>
      {isActive && email === null && children}
    </Dialog>
  );
}

function getNote({ email, state }: ManagedAccount): string {
  const isIntegration = email === null;
  if (state === 'deactivated')
    return isIntegration
      ? 'Its API keys have ended. Its leads stay until you hand them over.'
      : 'They can’t sign in. Their leads stay until you hand them over.';
  return isIntegration
    ? 'Deactivating ends its API keys at once.'
    : 'Deactivating signs them out at once, and ends their links and API keys.';
}

type PartnerRole = (typeof partnerRoles)[number]['value'];

interface RoleChoiceProps {
  role: ManagedAccount['role'];
  onChoose: (role: PartnerRole) => void;
}

function RoleChoice({ role, onChoose }: RoleChoiceProps) {
  const [chosen, setChosen] = useState<string>(role);
  if (role === 'support') return roleNames[role];
  const changed = partnerRoles.find(({ value }) => value === chosen && value !== role);
  return (
    <div className="cluster">
      <NativeSelect
        aria-label="Role"
        options={partnerRoles}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
      {changed && (
        <Button size="small" onClick={() => onChoose(changed.value)}>
          Change role
        </Button>
      )}
    </div>
  );
}
