import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';

import { parseQuery } from '#contract/query-string.ts';
import { dealListQuery, leadListQuery } from '#contract/v1/lists.ts';
import { dealsQuery } from '#src/api/deals.ts';
import { leadsQuery } from '#src/api/leads.ts';
import type { ListPage } from '#src/api/lists.ts';
import type { ReadRecord } from '#src/api/records.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { SearchBox } from '#src/ui/table/search-box.tsx';

import { dealsTo, leadsTo } from './home-links.ts';

import s from './home.module.css';

interface SearchAllProps {
  q: string;
  onSearch: (q: string) => void;
}

/** One search over all leads and deals: the first few of each, and links to both lists. */
export function SearchAll({ q, onSearch }: SearchAllProps) {
  return (
    <search className={s.search}>
      <SearchBox
        label="Search leads and deals"
        placeholder="Name, company, phone, reference, partner"
        value={q}
        onSearch={onSearch}
      />
      {q !== '' && <Found q={q} />}
    </search>
  );
}

function Found({ q }: { q: string }) {
  const params = new URLSearchParams({ q, pageSize: '5' });
  const deals = useQuery(dealsQuery(parseQuery(dealListQuery, params)));
  const leads = useQuery(leadsQuery(parseQuery(leadListQuery, params)));
  return (
    <div className={s.found}>
      <FoundList
        noun="deals"
        query={deals}
        allTo={dealsTo({ q })}
        toOf={paths.deal}
        nameOf={({ fields }) => fields.name || fields.customer?.name || 'Deal without a name'}
      />
      <FoundList
        noun="leads"
        query={leads}
        allTo={leadsTo({ q })}
        toOf={paths.lead}
        nameOf={({ fields }) =>
          `${fields.firstName} ${fields.lastName}`.trim() ||
          fields.companyName ||
          'Lead without a name'
        }
      />
    </div>
  );
}

interface FoundRecord {
  readonly id: string;
  readonly fields: { readonly status: string; readonly broker: { readonly name: string } | null };
}

interface FoundListProps<R extends FoundRecord> {
  noun: 'leads' | 'deals';
  query: { data?: ListPage<ReadRecord<R>> | undefined; error: Error | null };
  allTo: string;
  toOf: (id: string) => string;
  nameOf: (record: R) => string;
}

function FoundList<R extends FoundRecord>({
  noun,
  query: { data, error },
  allTo,
  toOf,
  nameOf,
}: FoundListProps<R>) {
  if (!data) return error ? <p role="alert">{error.message}</p> : <SkeletonLines lines={3} />;
  if (data.rows.length === 0) return <p className="soft">No {noun} match.</p>;
  const all = data.total === undefined ? `All ${noun}` : `All ${count(data.total)} ${noun}`;
  return (
    <section aria-label={`Found ${noun}`}>
      <ul className={s.rows}>
        {data.rows.map(
          (row) =>
            row.ok && (
              <li key={row.record.id}>
                <div>
                  <Link to={toOf(row.record.id)} className={s.name ?? ''}>
                    {nameOf(row.record)}
                  </Link>
                  <div className={s.note}>
                    {[row.record.fields.broker?.name, row.record.fields.status]
                      .filter((fact) => fact !== undefined && fact !== '')
                      .join(' · ')}
                  </div>
                </div>
              </li>
            ),
        )}
      </ul>
      <p className={s.all}>
        <LinkButton to={allTo} size="small">
          {all}
        </LinkButton>
      </p>
    </section>
  );
}
