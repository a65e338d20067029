import { useQuery } from '@tanstack/react-query';
import { useRef, useEffect, useState } from 'react';

import { duplicateKeys, type DuplicateKeyName } from '#contract/bulk-upload/duplicate-keys.ts';
import {
  type DuplicateLead,
  clientFieldNames,
  type DuplicateReason,
} from '#contract/portal/new-lead/new-lead.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import type { LeadFieldName } from '#contract/v1/leads.ts';
import { clientLeadsQuery, type TypedClient } from '#src/api/new-lead/drafts.ts';
import { useSession } from '#src/api/session.ts';
import type { LeadFormValues } from '#src/forms/lead-values.ts';
import type { LeadForm } from '#src/forms/use-lead-form.ts';
import { relativeTime } from '#src/lib/dates.ts';
import { paths } from '#src/lib/paths.ts';
import {
  likelyCountry,
  type CountryCode,
  internationalPhone,
  likelyPhones,
} from '#src/lib/values/phone-suggestions.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { FullWidth } from '#src/ui/form/full-width.tsx';

import s from './duplicates.module.css';

interface ClientLeadNoticesProps {
  leads: readonly DuplicateLead[];
  /** The field that the notices follow. */
  name: LeadFieldName;
}

/** Says, after a field, which leads there are already for the same client. */
export function ClientLeadNotices({ leads, name }: ClientLeadNoticesProps) {
  const here = leads.filter((found) => findField(found) === name);
  const known = here.flatMap(({ reasons, lead }) => (lead ? [{ reasons, lead }] : []));
  const [ofClient, ofPhone] = [known.filter(isOfClient), known.filter((one) => !isOfClient(one))];
  const hidden = here.find(({ lead }) => lead === null);
  if (here.length === 0) return null;
  return (
    <FullWidth>
      <div className={`${s.notices} stack`}>
        {ofClient.length > 0 && <KnownLeads leads={ofClient} same="for this client" />}
        {ofPhone.length > 0 && <KnownLeads leads={ofPhone} same="with this phone" />}
        {hidden && <HiddenLead reasons={hidden.reasons} />}
      </div>
    </FullWidth>
  );
}

interface KnownLead extends DuplicateLead {
  readonly lead: NonNullable<DuplicateLead['lead']>;
}

/** Returns whether a lead is for the same client: a phone alone may be shared by several. */
const isOfClient = ({ reasons }: KnownLead) => reasons.some((reason) => reason !== 'phone');

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
            {`, submitted ${relativeTime(createdAt, now)}, status ${status}, with the same ${describeReasons(reasons)}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function HiddenLead({ reasons }: Pick<DuplicateLead, 'reasons'>) {
  return (
    <Notice
      tone="warning"
      title={`Your company already has a lead with this ${describeReasons(reasons)}`}
    >
      <p>It belongs to a colleague: ask your admin about it. You can still submit yours.</p>
    </Notice>
  );
}

/** Milliseconds without typing after which leads for the same client are searched for. */
const debounceMs = 600;

/**
 * Returns existing leads for the client who is typed into the form. Searches when the typing
 * pauses; another change cancels the search.
 */
export function useClientLeads(form: LeadForm, isEnabled: boolean) {
  const phoneCountry = useRef<CountryCode>(undefined);
  const [client, setClient] = useState<TypedClient>(() => clientIn(form.getValues()));
  useEffect(() => {
    if (!isEnabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          const next = clientIn(values, phoneCountry.current);
          setClient((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
        }, debounceMs);
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [form, isEnabled]);
  const isSearched = isEnabled && Object.keys(client).length > 0;
  const { data = [] } = useQuery({
    ...clientLeadsQuery(client),
    enabled: isSearched,
    // More typing says more about the same client: the results so far keep their place.
    placeholderData: (found, query) =>
      includesClient(query?.queryKey[1], client) ? found : undefined,
  });
  return {
    leads: isSearched ? data : [],
    /** Called with the country that is chosen beside a phone, before the phone changes. */
    onPhoneCountry: (name: string, country: CountryCode) => {
      if (name === 'phone') phoneCountry.current = country;
    },
  };
}

/** Returns whether a client still has all fields it had before, unchanged. */
function includesClient(before: TypedClient | undefined, client: TypedClient): boolean {
  return (
    before !== undefined &&
    clientFieldNames.every((name) => (before[name] ?? client[name]) === client[name])
  );
}

/**
 * Returns the fields of the values that can identify a client, as far as they are complete. A
 * national phone has the form that it gets when its field is left. `phoneCountry` is the country
 * chosen for it.
 */
export function clientIn(typed: LeadFormValues, phoneCountry?: CountryCode): TypedClient {
  const values = { ...typed, phone: completePhone(typed.phone, phoneCountry) };
  const keys = duplicateKeys((name: DuplicateKeyName) => {
    if (name === 'partnerLeadReferenceId') return '';
    return name === 'email' && !/^[^@]*@.+\../.test(values.email) ? '' : values[name];
  });
  const kinds = new Set(keys.map((key) => key.split(':', 1)[0]));
  const names = ['firstName', 'lastName', 'companyName'] as const;
  const isNamed = names.every((name) => values[name].trim() !== '');
  const isUsed = (name: string) =>
    kinds.has(name) || (isNamed && names.some((one) => one === name));
  return Object.fromEntries(
    clientFieldNames
      .filter((name) => isUsed(name) && values[name].length <= 255)
      .map((name) => [name, values[name]]),
  );
}

function completePhone(text: string, chosen: CountryCode | undefined): string {
  const phones = chosen === undefined ? likelyPhones(text, likelyCountry()) : [];
  // A number that could be from several countries is asked about.
  const certain =
    phones.length > 1 ? undefined : internationalPhone(text, chosen ?? likelyCountry());
  return certain ?? text;
}

/** Returns the field that a lead is shown after: the first matching field in the form. */
function findField({ reasons: [reason = 'client', ...others] }: DuplicateLead): LeadFieldName {
  if (reason === 'phone' || reason === 'email') return 'email';
  return reason === 'client' || others.includes('client') ? 'companyName' : reason;
}

/** Returns what two leads have in common, within a sentence: `phone, name and company`. */
function describeReasons(reasons: readonly DuplicateReason[]): string {
  const labels = reasons.flatMap((reason) => {
    if (reason === 'client') return ['name', 'company'];
    return [reason === 'phone' || reason === 'email' ? reason : leadLabels[reason]];
  });
  return new Intl.ListFormat('en-AU').format(labels);
}
