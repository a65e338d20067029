import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { AccountState, ManagedAccount } from '#contract/portal/people/managed-accounts.ts';
import { partnersQuery } from '#src/api/contacts.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { count, noValue } from '#src/lib/numbers.ts';
import { Badge, type Tone } from '#src/ui/elements/badge.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { EmptyState, LoadErrorState, StaleNotice } from '#src/ui/feedback/states.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { type Column, Table } from '#src/ui/table/table.tsx';

import { roleNames } from './role-names.ts';

import s from './accounts.module.css';

interface PeopleTableProps {
  people: UseQueryResult<ManagedAccount[]>;
  /** Whether the service stores leads, so that their numbers are known. */
  hasLeads: boolean;
  onEdit: (account: ManagedAccount) => void;
}

/** Lists accounts: who it is, whether they can sign in, and how much they still work on. */
export function PeopleTable({ people, hasLeads, onEdit }: PeopleTableProps) {
  const loadError = useLoadError(people);
  const { data } = people;
  if (!data && loadError?.hasFailed)
    return <LoadErrorState title="Couldn’t load people" loadError={loadError} />;
  if (data?.length === 0)
    return <EmptyState title="No people yet">Invite the first person.</EmptyState>;
  return (
    <>
      <Table label="People" columns={columns(hasLeads, onEdit)} rows={data} loadingRows={5} />
      {data && loadError && <StaleNotice loadError={loadError} />}
    </>
  );
}

const stateLabels: Readonly<Record<AccountState, readonly [Tone, string]>> = {
  active: ['neutral', ''],
  locked: ['warning', 'Locked for now'],
  invited: ['info', 'Invited'],
  deactivated: ['neutral', 'Deactivated'],
};

/** Shows whether and how somebody signs in. */
export function SignInState(account: ManagedAccount) {
  const { email, state, linkUntil, hasPassword, provider, factors } = account;
  const hasExpired = state === 'invited' && linkUntil === null;
  const [tone, word] = hasExpired
    ? (['warning', 'Invitation expired'] as const)
    : stateLabels[state];
  const methods = [
    hasPassword && 'Password',
    provider,
    factors.includes('authenticator') && 'app',
    factors.includes('passkey') && 'passkey',
  ];
  if (email === null && state === 'active') return 'API keys';
  if (state !== 'active') return <Badge tone={tone}>{word}</Badge>;
  return (
    <Badge tone={factors.length > 0 ? 'success' : tone}>{methods.filter(Boolean).join(', ')}</Badge>
  );
}

function columns(
  hasLeads: boolean,
  onEdit: PeopleTableProps['onEdit'],
): readonly Column<ManagedAccount>[] {
  const leads: Column<ManagedAccount> = {
    header: 'Open leads',
    card: 'line',
    num: true,
    width: '112px',
    cell: ({ openLeads }) => (openLeads === null ? noValue : count(openLeads)),
  };
  return [
    {
      header: 'Name',
      card: 'title',
      isVerbatim: true,
      cell: ({ name, isOwn }) => (isOwn ? `${name} (you)` : name),
      below: ({ email }) => email ?? 'Program',
    },
    { header: 'Role', card: 'text', width: '128px', cell: ({ role }) => roleNames[role] },
    { header: 'Sign-in', card: 'line', width: '168px', cell: SignInState },
    {
      header: 'Last seen',
      card: 'time',
      soft: true,
      width: '128px',
      minTableWidth: 860,
      cell: ({ lastSeenAt }) => <Time inTable value={lastSeenAt} />,
    },
    ...(hasLeads ? [leads] : []),
    {
      header: 'Actions',
      card: 'mark',
      width: '96px',
      cell: (account) =>
        !account.isOwn && (
          <TextButton aria-label={`Edit ${account.name}`} onClick={() => onEdit(account)}>
            Edit
          </TextButton>
        ),
    },
  ];
}

interface PartnerChoiceProps {
  partnerId: string;
  onChoose: (partnerId: string) => void;
}

/** Chooses the partner whose people are shown, as support. */
export function PartnerChoice({ partnerId, onChoose }: PartnerChoiceProps) {
  const { data: partners = [] } = useQuery(partnersQuery);
  return (
    <div className={s.partner}>
      <Select
        label="Partner"
        name="partner"
        empty="Support staff"
        options={partners.map(({ id, name }) => ({ value: id, label: name }))}
        value={partnerId}
        onChange={(event) => onChoose(event.target.value)}
      />
    </div>
  );
}
