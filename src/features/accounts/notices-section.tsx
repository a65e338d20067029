import { useQuery } from '@tanstack/react-query';

import type { Notices } from '#contract/portal/notices.ts';
import { noticesQuery, useChangeNotices } from '#src/api/account/own-account.ts';
import { signInQuery } from '#src/api/account/sign-in.ts';
import { useSession } from '#src/api/session.ts';
import { LoadState } from '#src/ui/feedback/load-state.tsx';
import { Failure } from '#src/ui/feedback/notice.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import s from './accounts.module.css';

const kinds: readonly { value: Notices['kind']; label: string }[] = [
  { value: 'off', label: 'Never' },
  { value: 'at-once', label: 'At once, within 5 minutes' },
  { value: 'daily', label: 'Each morning at 8:00' },
];

/** Asks when to send emails about pending records. Nothing if nothing can wait or be emailed. */
export function NoticesSection() {
  const { account, capabilities } = useSession();
  const { data: signIn } = useQuery(signInQuery);
  const isOffered = capabilities.home && account.role !== 'support' && signIn?.sendsEmails === true;
  const notices = useQuery({ ...noticesQuery, enabled: isOffered });
  const { mutate, variables, isPending, error } = useChangeNotices();
  const shown = isPending ? variables : notices.data;
  if (!isOffered) return null;
  return (
    <Section title="Emails">
      <Failure title="Couldn’t change your emails" error={error} />
      <LoadState query={notices} title="Couldn’t load your emails" />
      {shown && (
        <div className={`cluster ${s.notices}`}>
          <Select
            name="kind"
            label="Email me what waits on me"
            options={kinds}
            value={shown.kind}
            onChange={({ target }) => {
              const kind = kinds.find(({ value }) => value === target.value)?.value ?? 'off';
              mutate({ kind, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
            }}
          />
          {shown.kind === 'daily' && (
            <Select
              name="timeZone"
              label="Time zone of this email"
              hint="Times on screen follow this device."
              options={[...new Set([shown.timeZone, ...Intl.supportedValuesOf('timeZone')])]}
              value={shown.timeZone}
              onChange={({ target }) => mutate({ kind: 'daily', timeZone: target.value })}
            />
          )}
        </div>
      )}
    </Section>
  );
}
