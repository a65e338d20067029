import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import {
  type NamedKey,
  type NamedKeyForm,
  namedKeyForm,
  namedKeyLimits,
} from '#contract/portal/api-keys.ts';
import { type KeyChange, namedKeysQuery, useChangeNamedKeys } from '#src/api/account/named-keys.ts';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { formatDay } from '#src/lib/days.ts';
import { apiKeySection } from '#src/lib/page-elements.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx';
import { LoadState } from '#src/ui/feedback/load-state.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import s from './api-keys.module.css';

/** The subject of the dialog: a new key, or what to do with one. */
type DialogSubject = 'new' | { readonly key: NamedKey; readonly action: 'replace' | 'revoke' };

interface ApiKeysSectionProps {
  /** The integration whose keys they are; undefined: the user’s own. */
  accountId?: string;
  /** The key of the profile page, which only a person has. */
  children?: ReactNode;
}

/**
 * Shows the API keys of the user, or of an integration: the one of the profile page, then those of
 * programs, which are created, replaced and revoked here.
 */
export function ApiKeysSection({ accountId, children }: ApiKeysSectionProps) {
  const keys = useQuery(namedKeysQuery(accountId));
  const { mutateAsync: change, isPending, error, reset } = useChangeNamedKeys();
  const [subject, setSubject] = useState<DialogSubject>();
  const [created, setCreated] = useState<string>();
  const close = () => {
    reset();
    setSubject(undefined);
  };

  async function handleChange(input: KeyChange): Promise<void> {
    setCreated(await change(input));
    close();
  }

  return (
    <Section
      id={apiKeySection}
      title="API keys"
      action={<TextButton onClick={() => setSubject('new')}>New API key</TextButton>}
    >
      {children}
      {children !== undefined && <h3 className={s.programs}>Keys of programs</h3>}
      {created !== undefined && (
        <Notice tone="success" title="Copy the new API key now: it can’t be shown again">
          <div className={`${s.key} cluster`}>
            <output
              className={`${s.secret} card mono wrap-anywhere`}
              translate="no"
              aria-label="New API key"
            >
              {created}
            </output>
            <CopyButton label="Copy new API key" size="medium" value={() => created} />
            <Button onClick={() => setCreated(undefined)}>Done</Button>
          </div>
        </Notice>
      )}
      <LoadState query={keys} title="Couldn’t load API keys" />
      {keys.data?.length === 0 && (
        <p className="soft">
          None yet. Give each program a key of its own: it can be read-only, expire and be revoked
          by itself.
        </p>
      )}
      <ul className="divided">
        {keys.data?.map((key) => (
          <KeyRow key={key.id} named={key} onAction={(action) => setSubject({ key, action })} />
        ))}
      </ul>
      {subject && (
        <KeyDialog
          {...{ subject, accountId }}
          onChange={handleChange}
          onClose={close}
          {...{ isPending, error }}
        />
      )}
    </Section>
  );
}

interface KeyDialogProps {
  accountId: string | undefined;
  subject: DialogSubject;
  isPending: boolean;
  error: Error | null;
  onChange: (change: KeyChange) => Promise<void>;
  onClose: () => void;
}

/** Asks for a new key, or before a key ends. */
function KeyDialog({ subject, accountId, isPending, error, onChange, onClose }: KeyDialogProps) {
  if (subject === 'new')
    return (
      <NewKeyDialog
        onClose={onClose}
        onSubmit={async ({ name, rights, days }: NamedKeyForm) => {
          const isReadOnly = rights === 'read-only';
          return onChange({
            create: { name, isReadOnly, days: days === '' ? null : Number(days), accountId },
          });
        }}
      />
    );
  const { key, action } = subject;
  const change =
    action === 'revoke'
      ? { revoke: key.id }
      : { replace: key.id, overlapHours: namedKeyLimits.overlapHours };
  return (
    <ConfirmDialog
      {...describeEnd(subject)}
      variant="danger"
      pending={isPending}
      error={error}
      onClose={onClose}
      // Its error is shown.
      onConfirm={() => void onChange(change).catch(() => {})}
    />
  );
}

/** Returns what a dialog says before a key is replaced or revoked. */
function describeEnd({ key: { name }, action }: Exclude<DialogSubject, 'new'>) {
  if (action === 'revoke')
    return {
      title: `Revoke ${name}?`,
      confirm: 'Revoke API key',
      children: 'It stops working immediately. The program that uses it fails.',
    };
  return {
    title: `Replace ${name}?`,
    confirm: 'Replace API key',
    children: `You get a new key. The old one works for ${namedKeyLimits.overlapHours} more hours, so that you can change the program.`,
  };
}

function KeyRow({
  named,
  onAction,
}: {
  named: NamedKey;
  onAction: (action: 'replace' | 'revoke') => void;
}) {
  const { name, masked, isReadOnly, expiresAt, lastUsedAt, lastAddress } = named;
  return (
    <li className={`${s.person} cluster`}>
      <div className={s.who}>
        <strong translate="no">{name}</strong>
        <span className="soft">
          {masked}, {isReadOnly ? 'read only' : 'full access'},{' '}
          {expiresAt === null ? 'does not expire' : `until ${formatDay(expiresAt)}`}
        </span>
      </div>
      <span className="soft">
        {lastUsedAt === null ? (
          'Never used'
        ) : (
          <>
            Used <Time value={lastUsedAt} />
            {lastAddress !== null && ` from ${lastAddress}`}
          </>
        )}
      </span>
      <span className="cluster">
        <Button
          size="small"
          aria-label={`Replace the API key ${name}`}
          onClick={() => onAction('replace')}
        >
          Replace
        </Button>
        <Button
          size="small"
          aria-label={`Revoke the API key ${name}`}
          onClick={() => onAction('revoke')}
        >
          Revoke
        </Button>
      </span>
    </li>
  );
}

interface NewKeyDialogProps {
  onSubmit: (values: NamedKeyForm) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name, rights and end of a new API key. */
function NewKeyDialog({ onSubmit, onClose }: NewKeyDialogProps) {
  const form = useTextForm(namedKeyForm);
  return (
    <ShortForm
      form={form}
      submitLabel="Create API key"
      pendingText="Creating the API key"
      failureTitle="Couldn’t create the API key"
      dialog={{ title: 'New API key', onClose }}
      onSubmit={onSubmit}
    >
      <TextInput
        label="Name"
        hint="The program that uses it, e.g. CRM."
        maxLength={namedKeyLimits.name}
        autoComplete="off"
        {...form.control('name')}
      />
      <Select
        label="Access"
        options={[
          { value: 'full', label: 'Full access' },
          { value: 'read-only', label: 'Read only' },
        ]}
        {...form.control('rights')}
      />
      <Select
        label="Expires"
        options={[
          { value: '30', label: 'After 30 days' },
          { value: '90', label: 'After 90 days' },
          { value: '365', label: 'After a year' },
          { value: '', label: 'Never' },
        ]}
        defaultValue="365"
        {...form.control('days')}
      />
    </ShortForm>
  );
}
