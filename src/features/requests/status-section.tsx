import { type ComponentType, type ReactNode, useRef, useState } from 'react';

import { requestLimits } from '#contract/portal/requests.ts';
import { findPartnerMeaning, type StatusAction } from '#contract/portal/status-meanings.ts';
import type { Statuses } from '#contract/portal/waiting-on.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';
import type { RecordType } from '#contract/v1/record-types.ts';
import { FilePicker } from '#src/forms/file-picker.tsx';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { CallButton } from '#src/ui/elements/call-button.tsx';
import { ContactLink } from '#src/ui/elements/contact-link.tsx';
import { PhonePanel } from '#src/ui/elements/phone-panel.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import type { RequestParts } from './answer-panel.tsx';

import s from './requests.module.css';

/** The actions that change the lead. */
type LeadAction = Exclude<StatusAction, 'call' | 'email'>;

const actionLabels: Readonly<Record<LeadAction, string>> = {
  attach: 'Attach files',
  correct: 'Correct details',
  note: 'Add a note',
};
/** The fields of the lead that each action changes. */
const fieldNames: Readonly<Record<'correct' | 'note', readonly LeadFieldName[]>> = {
  correct: ['firstName', 'lastName', 'phone', 'secondaryPhone', 'email', 'secondaryEmail'],
  note: ['notes'],
};

/** Asks about a record; what `onAnswer` returns is called once the answer is stored. */
type OutcomeQuestion = ComponentType<{
  record: { type: RecordType; id: string };
  onAnswer: () => () => void;
}>;

interface StatusSectionProps extends RequestParts {
  type: RecordType;
  id: string;
  statuses: Statuses;
  title: string;
  /** The lead that the actions change, if there is one that the reader may change. */
  leadId: string | undefined;
  /** How to reach the client; undefined if it is not known, or not the reader’s to do. */
  client: { readonly phone: string; readonly email: string } | undefined;
  /** The lender’s last note, if it is known. */
  note: ReactNode;
  /** Shown where there is no such lead. */
  hint: ReactNode;
  /** Asks what became of a call or an email, where the service stores that. */
  Outcome: OutcomeQuestion | undefined;
  /** At the right of the title: to ask the lender. */
  ask: ReactNode;
}

/** Returns whether a status waits for the partner, so that a {@link StatusSection} says so. */
export function hasStatusSection(type: RecordType, statuses: Statuses): boolean {
  return findPartnerMeaning(type, statuses) !== undefined;
}

/** Says what a status means that waits for the partner, and what to do, if nothing is asked for. */
export function StatusSection(props: StatusSectionProps) {
  const { type, statuses, title, leadId, client, note, hint, ask, Files, Fields } = props;
  const meaning = findPartnerMeaning(type, statuses);
  const [open, setOpen] = useState<StatusAction | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const picker = useRef<HTMLInputElement>(null);
  const pressed = useRef<HTMLElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  if (!meaning) return undefined;
  const isReaching = open === 'call' || open === 'email';
  const isFree = open === null || isReaching;
  const actions = meaning.actions.filter((action) => canDo(action, props));
  const onPressed = () => pressed.current?.focus();
  function handleDone(news: string): void {
    setOpen(null);
    if (news !== '') announce(news);
    onPressed();
  }
  function handleAnswered(): void {
    setOpen(null);
    buttons.current?.querySelector<HTMLElement>('button, a')?.focus();
  }
  return (
    <div className={`${s.requested} card`}>
      <Section title={title} action={ask}>
        <p className="medium">{meaning.sentence}</p>
        {note}
        {leadId === undefined && hint !== false && <p className="soft">{hint}</p>}
        <div ref={buttons} className={`${s.actions} cluster`}>
          {actions.map((action, at) => {
            const variant = at === 0 && open === null ? 'main' : 'bordered';
            if (action === 'email' || action === 'call')
              return (
                <ReachAction
                  key={action}
                  {...{ action, variant, client }}
                  isOpen={open === action}
                  onToggle={() => isFree && setOpen(open === action ? null : action)}
                />
              );
            return (
              <Button
                key={action}
                variant={variant}
                // More files can be added; typed text must not be lost.
                aria-disabled={!isFree && (open !== action || action !== 'attach')}
                onClick={({ currentTarget }) => {
                  pressed.current = currentTarget;
                  if (action === 'attach') picker.current?.click();
                  else setOpen(action);
                }}
              >
                {actionLabels[action]}
              </Button>
            );
          })}
          {leadId !== undefined && (
            <FilePicker
              ref={picker}
              label="Files for the lender"
              onFiles={(chosen) => {
                setFiles(chosen.slice(0, requestLimits.files));
                setOpen('attach');
              }}
            />
          )}
        </div>
        {isReaching && (
          <ReachPanel isCall={open === 'call'} {...props} onAnswered={handleAnswered} />
        )}
        {leadId !== undefined && (
          <LeadPanel {...{ leadId, open, files, Files, Fields, onPressed }} onDone={handleDone} />
        )}
      </Section>
    </div>
  );
}

interface ReachPanelProps extends Pick<StatusSectionProps, 'type' | 'id' | 'client' | 'Outcome'> {
  isCall: boolean;
  onAnswered: () => void;
}

/** The number to call, and what became of the call or the email. */
function ReachPanel({ type, id, client, Outcome, isCall, onAnswered }: ReachPanelProps) {
  return (
    <>
      {isCall && client && <PhonePanel phone={client.phone} />}
      {Outcome && <Outcome record={{ type, id }} onAnswer={() => onAnswered} />}
    </>
  );
}

interface LeadPanelProps extends RequestParts {
  leadId: string;
  open: StatusAction | null;
  files: readonly File[];
  /** Called when it is done, with what is announced. */
  onDone: (news: string) => void;
  onPressed: () => void;
}

/** What an action on the lead opens: the chosen files, or its fields. */
function LeadPanel({ leadId, open, files, Files, Fields, onDone, onPressed }: LeadPanelProps) {
  if (open === 'attach')
    return <Files {...{ leadId, files, onPressed }} onAttached={() => onDone('')} />;
  if (open !== 'correct' && open !== 'note') return null;
  return (
    <Fields
      leadId={leadId}
      names={fieldNames[open]}
      onDone={(result) => onDone(result === 'saved' ? 'Saved' : 'No changes')}
    />
  );
}

/** Returns whether an action is possible: it needs the client's phone or email, or a lead. */
function canDo(
  action: StatusAction,
  { client, leadId }: Pick<StatusSectionProps, 'client' | 'leadId'>,
): boolean {
  if (action === 'call') return Boolean(client?.phone);
  return action === 'email' ? Boolean(client?.email) : leadId !== undefined;
}

interface ReachActionProps extends Pick<StatusSectionProps, 'client'> {
  action: 'email' | 'call';
  variant: 'main' | 'bordered';
  /** Whether the number is shown, or what follows the mail. */
  isOpen: boolean;
  onToggle: () => void;
}

/** Reaches the client: by a mail, or by a call. */
function ReachAction({ action, variant, client, isOpen, onToggle }: ReachActionProps) {
  if (action === 'call')
    return <CallButton phone={client?.phone ?? ''} {...{ variant, isOpen, onToggle }} />;
  return (
    <ContactLink
      variant={variant}
      href={`mailto:${client?.email}`}
      onClick={() => isOpen || onToggle()}
    >
      Email
    </ContactLink>
  );
}
