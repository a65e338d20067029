import { useQuery } from '@tanstack/react-query';
import Plug from 'lucide-react/icons/plug';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ComponentProps, useState } from 'react';
import { useSearchParams } from 'react-router';

import { managedAccountsQuery } from '#src/api/account/managed-accounts.ts';
import { useSession } from '#src/api/session.ts';
import {
  IntegrationDialog,
  InviteDialog,
  LinkNotice,
  type MadeLink,
} from '#src/features/accounts/invite-dialog.tsx';
import { PeopleTable, PartnerChoice } from '#src/features/accounts/people-table.tsx';
import { PersonDialog } from '#src/features/accounts/person-dialog.tsx';
import { ApiKeysSection } from '#src/features/api-keys/api-keys-section.tsx';
import { PasswordRequired } from '#src/features/api-keys/password-gate.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { lazyComponent } from '#src/ui/elements/lazy-component.tsx';
import { PendingField } from '#src/ui/form/pending-field.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { NoAccess } from './not-shown.tsx';

// Rarely needed: its files are loaded when it is opened.
const BulkChangeDialog = lazyComponent(
  async () =>
    (await import('#src/features/records/bulk-changes/bulk-change-dialog.tsx')).BulkChangeDialog,
  PendingField,
);

/** `/people`: the accounts that the user manages. */
export function Component() {
  if (useSession().account.isManager) return <People />;
  return <NoAccess page="People" why="Only partner admins manage people" />;
}

/** The dialog that is open over the list. */
type Opened =
  | { readonly what: 'invitation' | 'integration' }
  | { readonly what: 'person' | 'hand-over'; readonly id: string };

function People() {
  const { account, capabilities } = useSession();
  const isSupport = account.role === 'support';
  const [search, setSearch] = useSearchParams();
  const partnerId = isSupport ? (search.get('partner') ?? '') : '';
  const [opened, setOpened] = useState<Opened>();
  const [made, setMade] = useState<MadeLink>();
  const hasLeads = capabilities.home && !(isSupport && partnerId === '');
  const people = useQuery(managedAccountsQuery(partnerId, hasLeads));
  const open = (next: Opened) => {
    setMade(undefined);
    setOpened(next);
  };
  return (
    <>
      <PageHeader
        title="People"
        total={people.data?.length}
        actions={
          <>
            {hasLeads && (
              <Button onClick={() => open({ what: 'integration' })}>
                <Plug aria-hidden />
                Add integration
              </Button>
            )}
            <Button variant="main" onClick={() => open({ what: 'invitation' })}>
              <UserPlus aria-hidden />
              Invite
            </Button>
          </>
        }
      />
      {made && <LinkNotice {...made} />}
      {isSupport && (
        <PartnerChoice
          partnerId={partnerId}
          onChoose={(chosen) => setSearch(chosen === '' ? {} : { partner: chosen })}
        />
      )}
      <PeopleTable
        people={people}
        hasLeads={hasLeads}
        onEdit={({ id }) => open({ what: 'person', id })}
      />
      {opened && (
        <OpenedDialog
          opened={opened}
          // By id: its state changes while the dialog is open.
          person={people.data?.find(({ id }) => 'id' in opened && opened.id === id)}
          partnerId={isSupport ? partnerId : undefined}
          onLink={(link) => {
            setOpened(undefined);
            setMade(link);
          }}
          onHandOver={
            !isSupport && capabilities.bulkChanges
              ? (id) => open({ what: 'hand-over', id })
              : undefined
          }
          onClose={() => setOpened(undefined)}
        />
      )}
      <PasswordRequired />
    </>
  );
}

type PersonProps = ComponentProps<typeof PersonDialog>;

interface OpenedDialogProps extends Pick<PersonProps, 'onLink' | 'onClose'> {
  opened: Opened;
  person: PersonProps['account'] | undefined;
  /** As support, the partner whose people are shown. */
  partnerId: string | undefined;
  /** Hands a person’s leads over; undefined if the user can’t. */
  onHandOver: ((id: string) => void) | undefined;
}

function OpenedDialog(props: OpenedDialogProps) {
  const { opened, person, partnerId, onLink, onHandOver, onClose } = props;
  if (opened.what === 'invitation')
    return <InviteDialog {...{ partnerId, onClose }} onInvited={onLink} />;
  if (opened.what === 'integration') return <IntegrationDialog {...{ partnerId, onClose }} />;
  if (person === undefined) return null;
  if (opened.what === 'person')
    return (
      <PersonDialog
        account={person}
        {...{ onLink, onClose }}
        onHandOver={onHandOver && (() => onHandOver(person.id))}
      >
        <ApiKeysSection accountId={person.id} />
      </PersonDialog>
    );
  return (
    <BulkChangeDialog
      kind="reassign"
      selection={{ query: String(new URLSearchParams({ brokerRepId: person.contactId ?? '' })) }}
      onClose={onClose}
    />
  );
}
