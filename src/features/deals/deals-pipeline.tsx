import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { GroupSum } from '#contract/portal/list-counts.ts';
import { dealEnds, dealPath, type DealStatus } from '#contract/v1/values.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { dealSource } from '#src/api/records/deals.ts';
import { listGroupsQuery } from '#src/api/records/list-counts.ts';
import { changedSearch } from '#src/api/records/list/list-search.ts';
import type { RecordsSearch } from '#src/api/records/list/record-source.ts';
import { useIsSupport } from '#src/api/session.ts';
import { amount, count, quantity, shortAmount } from '#src/lib/numbers.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { useAmounts } from '#src/ui/elements/use-amounts.ts';
import { RetryButton } from '#src/ui/feedback/states.tsx';

import s from './deals-pipeline.module.css';

/**
 * Shows the number and value of the deals at each of the nine steps of the path and at its ends,
 * ignoring the list's filter by status. A press filters by a status.
 */
export function DealsPipeline({ search }: { search: RecordsSearch }) {
  const query = useQuery({
    ...listGroupsQuery('deals', { ...search, status: [], subStatus: [], group: 'status' }),
    placeholderData: keepPreviousData,
  });
  const loadError = useLoadError(query);
  const currency = useCurrencyOfSums(search);
  const { data, isPlaceholderData } = query;
  const numbers = new Map(data?.map((group) => [group.key, group]));
  const max = Math.max(1, ...dealPath.map((status) => numbers.get(status)?.total ?? 0));
  const link = (status: DealStatus, isStep: boolean) => (
    <li key={status}>
      <StatusLink
        {...{ status, search, currency }}
        numbers={data && (numbers.get(status) ?? noDeals)}
        max={isStep ? max : undefined}
      />
    </li>
  );
  return (
    <nav
      className={s.pipeline}
      aria-label="Deals by status"
      aria-busy={data === undefined}
      data-stale={isPlaceholderData || undefined}
    >
      <ul className={s.steps}>{dealPath.map((status) => link(status, true))}</ul>
      <ul className={s.ends}>{dealEnds.map((status) => link(status, false))}</ul>
      {data === undefined && loadError?.hasFailed && (
        <p className={`${s.error} cluster soft`}>
          Couldn’t load the numbers of deals. {loadError.why}
          <RetryButton size="small" loadError={loadError} />
        </p>
      )}
    </nav>
  );
}

const noDeals = { total: 0, amount: null };

/**
 * Returns the currency of all deals of a list; null where there can be several, or it is not known:
 * a deal does not say its own, and several have no sum.
 */
function useCurrencyOfSums({ brokerId }: RecordsSearch): string | null {
  const { getCurrency } = useAmounts();
  const isSupport = useIsSupport();
  return isSupport && brokerId === '' ? null : getCurrency({ partnerId: brokerId });
}

interface StatusLinkProps {
  status: DealStatus;
  search: RecordsSearch;
  /** undefined while they are not known. */
  numbers: Pick<GroupSum, 'total' | 'amount'> | undefined;
  /** The currency of the sum; null: none is shown. */
  currency: string | null;
  /** The highest number of a step, which has the highest bar; undefined for an end, without one. */
  max: number | undefined;
}

/** Filters the list by a status; pressed again, by none. */
function StatusLink({ status, search, numbers, currency, max }: StatusLinkProps) {
  const isCurrent = search.status.includes(status);
  const isAlone = isCurrent && search.status.length === 1;
  const narrowed = { status: isAlone ? [] : [status], subStatus: [] };
  return (
    <Link
      to={dealSource.getListPath(changedSearch(dealSource.pageSchema, search, narrowed))}
      className={`${s.status} soft small`}
      aria-current={isCurrent || undefined}
    >
      {max !== undefined && <Bar share={(numbers?.total ?? 0) / max} />}
      <Figures {...{ status, numbers, currency }} />
    </Link>
  );
}

/** Shows a share of the highest bar: upwards or, on a phone, to the right. */
function Bar({ share }: { share: number }) {
  return (
    <span className={s.bar} aria-hidden>
      {share > 0 && <span style={{ flexBasis: `${share * 100}%` }} />}
    </span>
  );
}

type FiguresProps = Pick<StatusLinkProps, 'status' | 'numbers' | 'currency'>;

/** Shows how many deals there are and, briefly, their sum; the name of the link has it in full. */
function Figures({ status, numbers, currency }: FiguresProps) {
  const sum = currency === null ? null : (numbers?.amount ?? null);
  const inFull = sum === null ? '' : amount(sum, { currency });
  return (
    <>
      <span className="visually-hidden">
        {status}
        {numbers && `, ${quantity(numbers.total, 'deal')}`}
        {inFull && `, ${inFull}`}
      </span>
      <span className={s.label} aria-hidden>
        {status}
      </span>
      <span className={s.count} aria-hidden>
        {numbers ? count(numbers.total) : '–'}
      </span>
      {currency !== null && (
        <span className={s.sum} title={inFull} translate="no" aria-hidden>
          {sum !== null && shortAmount(sum, currency)}
        </span>
      )}
    </>
  );
}
