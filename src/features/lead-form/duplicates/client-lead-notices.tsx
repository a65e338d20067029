import { useRef } from 'react';

import type { DuplicateLead } from '#contract/portal/new-lead/duplicate-leads.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';
import { useReportDuplicate } from '#src/api/new-lead/duplicate-leads.ts';
import { useSession } from '#src/api/session.ts';
import { relativeTime } from '#src/lib/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/time.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Wide } from '#src/ui/form/form-layout.tsx';

import { type ClientLeads, findField, reasonsInWords } from './client-leads.ts';

import s from './duplicates.module.css';

interface ClientLeadNoticesProps {
  found: ClientLeads;
  /** The field that the notices follow. */
  name: LeadFieldName;
}

/** Says, after a field, which leads there are already for the same client. */
export function ClientLeadNotices({ found: { client, leads }, name }: ClientLeadNoticesProps) {
  const here = leads.filter((found) => findField(found) === name);
  const known = here.flatMap(({ reasons, lead }) => (lead ? [{ reasons, lead }] : []));
  const [ofClient, ofPhone] = [known.filter(isOfClient), known.filter((one) => !isOfClient(one))];
  const hidden = here.find(({ lead }) => lead === null);
  if (here.length === 0) return null;
  return (
    <Wide>
      <div className={s.notices}>
        {ofClient.length > 0 && <KnownLeads leads={ofClient} same="for this client" />}
        {ofPhone.length > 0 && <KnownLeads leads={ofPhone} same="with this phone" />}
        {hidden && <HiddenLead reasons={hidden.reasons} client={client} />}
      </div>
    </Wide>
  );
}

interface KnownLead extends DuplicateLead {
  readonly lead: NonNullable<DuplicateLead['lead']>;
}

/** Returns whether a lead is for the same client: a phone alone may be shared by several. */
function isOfClient({ reasons }: KnownLead): boolean {
  return reasons.some((reason) => reason !== 'phone');
}

/** `same`: the common fact of these leads and the typed one. */
function KnownLeads({ leads, same }: { leads: readonly KnownLead[]; same: string }) {
  const isAdmin = useSession().account.role === 'partner-admin';
  const now = useNow();
  const who = isAdmin ? 'Your company already has' : 'You already have';
  return (
    <Notice tone="warning" title={`${who} ${leads.length === 1 ? 'a lead' : 'leads'} ${same}`}>
      <ul>
        {leads.map(({ reasons, lead: { id, client, status, createdAt } }) => (
          <li key={id}>
            <Link className={s.link} to={paths.lead(id)}>
              {client}
            </Link>
            {`, submitted ${relativeTime(createdAt, now)}, status ${status}, with the same ${reasonsInWords(reasons)}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface HiddenLeadProps {
  reasons: DuplicateLead['reasons'];
  client: ClientLeads['client'];
}

function HiddenLead({ reasons, client }: HiddenLeadProps) {
  const report = useReportDuplicate();
  const notice = useRef<HTMLDivElement>(null);
  // The button disappears.
  const onSuccess = () => notice.current?.focus();
  const title = `Your company already has a lead with this ${reasonsInWords(reasons)}`;
  const reported = (
    <Notice tone="success" title="Your admin will see this on their home page">
      <p>You can still submit your lead.</p>
    </Notice>
  );
  const offered = (
    <Notice
      tone="warning"
      title={title}
      actions={
        <Button
          pending={report.isPending}
          pendingText="Telling your admin"
          onClick={() => report.mutate(client, { onSuccess })}
        >
          Tell my admin
        </Button>
      }
    >
      <p>It belongs to a colleague. You can still submit yours.</p>
      {report.error && (
        <p role="alert" className="danger">
          {`Couldn’t tell your admin. ${report.error.message}`}
        </p>
      )}
    </Notice>
  );
  return (
    <div ref={notice} tabIndex={-1}>
      {report.isSuccess ? reported : offered}
    </div>
  );
}
