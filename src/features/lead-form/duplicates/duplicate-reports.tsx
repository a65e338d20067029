import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';

import type { DuplicateReport } from '#contract/portal/new-lead/duplicate-leads.ts';
import { duplicateReportsQuery, useCloseReport } from '#src/api/new-lead/duplicate-leads.ts';
import { paths } from '#src/lib/paths.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { leaveControl } from '#src/ui/elements/focus-heading.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { Failure } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { reasonsInWords } from './client-lead-notices.tsx';

import s from './duplicates.module.css';

const id = 'reported';

/**

 * The reports of brokers to their admin; if there are none, only whoever asked for them reads so.

 */
export function DuplicateReports() {
  const { data = [], isSuccess } = useQuery(duplicateReportsQuery);
  const close = useCloseReport();
  const { hash } = useLocation();
  if (data.length === 0 && hash !== `#${id}`) return null;
  return (
    <Section id={id} title="Reported by your brokers">
      {isSuccess && data.length === 0 && <p className="soft">Nothing is reported.</p>}
      <ul className={s.reports}>
        {data.map((report) => (
          <li key={report.id}>
            <ReportText report={report} />
            <Button
              size="small"
              aria-label={`Done: ${report.lead.client}`}
              pending={close.isPending && close.variables === report.id}
              onClick={({ currentTarget }) =>
                close.mutate(report.id, { onSuccess: () => leaveControl(currentTarget) })
              }
            >
              Done
            </Button>
          </li>
        ))}
      </ul>
      <Failure title="Couldn’t remove the report" error={close.error} />
    </Section>
  );
}

function ReportText({ report: { by, reason, createdAt, lead } }: { report: DuplicateReport }) {
  return (
    <div>
      <div>
        {by} is entering a client with the same {reasonsInWords([reason])} as{' '}
        <Link className={s.link} to={paths.lead(lead.id)}>
          {lead.client}
        </Link>
      </div>
      <div className="soft small">
        Contact: {lead.contact} · <Time value={createdAt} />
      </div>
    </div>
  );
}
