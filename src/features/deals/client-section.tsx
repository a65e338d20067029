import type { DealLead } from '#contract/portal/deals.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { paths } from '#src/lib/paths.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { Value } from '#src/ui/elements/value.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';
import { Section } from '#src/ui/layout/section.tsx';

/** Shows whose deal it is, as far as its lead says; nothing of a lead that was erased. */
export function ClientSection({ lead }: { lead: DealLead }) {
  const { id, firstName, lastName, companyName, phone, email } = lead;
  const name = `${firstName} ${lastName}`.trim();
  if (`${name}${companyName}${phone}${email}` === '') return null;
  return (
    <Section title="Client">
      <DetailList>
        {name !== '' && (
          <Detail label="Name">
            <Link to={paths.lead(id)}>{name}</Link>
          </Detail>
        )}
        {companyName !== '' && <Detail label={leadLabels.companyName}>{companyName}</Detail>}
        {phone !== '' && (
          <Detail label={leadLabels.phone}>
            <Value kind="phone" label={leadLabels.phone} text={phone} />
          </Detail>
        )}
        {email !== '' && (
          <Detail label={leadLabels.email}>
            <Value kind="email" label={leadLabels.email} text={email} />
          </Detail>
        )}
      </DetailList>
    </Section>
  );
}
