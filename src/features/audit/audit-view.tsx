import Download from 'lucide-react/icons/download';
import { useSearchParams } from 'react-router';

import { auditFilter, type AuditFilter } from '#contract/portal/audit/audit.ts';
import { parseQuery, toSearchParams } from '#contract/query-string.ts';
import { auditFilePath } from '#src/api/account/audit.ts';
import { LinkButton } from '#src/ui/elements/link.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { AuditEntries } from './audit-entries.tsx';
import { AuditFilters } from './audit-filters.tsx';

/** Shows the audit trail, by the filters in the address, and exports what they find. */
export function AuditView({ hasPartners }: { hasPartners: boolean }) {
  const [params, setParams] = useSearchParams();
  const filter = parseQuery(auditFilter, params);
  function handleFilter(changes: Partial<AuditFilter>): void {
    setParams(toSearchParams(auditFilter, { ...filter, ...changes }), { replace: true });
  }

  return (
    <>
      <PageHeader
        title="Audit trail"
        actions={
          <LinkButton to={auditFilePath(filter)} download>
            <Download aria-hidden />
            Export
          </LinkButton>
        }
      />
      <AuditFilters filter={filter} onFilter={handleFilter} />
      <AuditEntries filter={filter} hasPartners={hasPartners} />
    </>
  );
}
