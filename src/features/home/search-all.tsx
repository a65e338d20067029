import { useQuery } from '@tanstack/react-query';

import { type FoundRecord, searchLimits } from '#contract/portal/search.ts';
import { explainInvalidSearch, recordSearchQuery } from '#src/api/records/record-search.ts';
import { paths } from '#src/lib/paths.ts';
import { useAnnouncement } from '#src/ui/elements/announcer.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { SearchBox } from '#src/ui/table/search-box.tsx';

import { dealsTo, leadsTo } from './home-links.ts';
import { nameType } from './home-words.ts';

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
  const { data, error, isPlaceholderData } = useQuery(
    recordSearchQuery(q, searchLimits.maxRecords),
  );
  const isDone = data && !isPlaceholderData && !error;
  useAnnouncement(isDone ? `${foundWords(data)} for ${q}` : undefined);
  if (!data)
    return error ? (
      <p role="alert">{explainInvalidSearch(error) ?? error.message}</p>
    ) : (
      <SkeletonLines lines={3} />
    );
  const { records, isTolerant } = data;
  // Further matches, perhaps all of one kind, are only in the lists.
  const isCut = records.length === searchLimits.maxRecords;
  return (
    <>
      {isTolerant && records.length > 0 && <p className="soft">No exact match. These are close.</p>}
      <div className={s.found}>
        <FoundList
          noun="deals"
          isCut={isCut}
          records={records.filter(isDeal)}
          allTo={dealsTo({ q })}
        />
        <FoundList
          noun="leads"
          isCut={isCut}
          records={records.filter((record) => !isDeal(record))}
          allTo={leadsTo({ q })}
        />
      </div>
    </>
  );
}

/** Returns how many records were found, as it is announced: "3 deals, 1 lead". */
function foundWords({
  records,
  isTolerant,
}: {
  records: readonly FoundRecord[];
  isTolerant: boolean;
}): string {
  if (records.length === 0) return 'No deals or leads';
  const close = isTolerant ? 'No exact match. Close: ' : '';
  if (records.length === searchLimits.maxRecords)
    return `${close}${records.length} or more deals and leads`;
  const deals = records.filter(isDeal).length;
  const leads = records.length - deals;
  const words = [
    deals > 0 && (deals === 1 ? '1 deal' : `${deals} deals`),
    leads > 0 && (leads === 1 ? '1 lead' : `${leads} leads`),
  ].filter(Boolean);
  return `${close}${words.join(', ')}`;
}

/** Number of records to show of each kind. */
const maxShown = 5;

function isDeal({ type }: FoundRecord): boolean {
  return type === 'deal';
}

interface FoundListProps {
  noun: 'leads' | 'deals';
  /** Whether more may match than these. */
  isCut: boolean;
  /** The best match first. */
  records: readonly FoundRecord[];
  allTo: string;
}

function FoundList({ noun, isCut, records, allTo }: FoundListProps) {
  const shown = records.slice(0, maxShown);
  if (records.length === 0 && !isCut) return <p className="soft">No {noun} match.</p>;
  return (
    <section aria-label={`Found ${noun}`}>
      <ul className={s.rows}>
        {shown.map((record) => (
          <li key={record.id}>
            <div>
              <Link
                to={paths[record.type](record.id)}
                state={{ among: shown.map(({ type, id }) => paths[type](id)) }}
                className={s.name ?? ''}
              >
                {record.name || `${nameType(record.type)} without a name`}
              </Link>
              <div className={s.note}>
                {[record.partner, record.company, record.status].filter(Boolean).join(' · ')}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <p className={s.all}>
        <LinkButton to={allTo} size="small">
          All {noun}
        </LinkButton>
      </p>
    </section>
  );
}
