import { type ReactNode, useId } from 'react';

import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { NativeSelect } from '#src/ui/form/native-select.tsx';

import s from './pager.module.css';

interface PagerProps {
  /** The page number, from 1. */
  page: number;
  pageSize: number;
  /** The number of rows on this page. */
  shown: number;
  /**
   * The number of all rows, `many` for more than 10,000, or undefined if the server does not count.
   */
  total?: number | 'many' | undefined;
  /** Whether there is a next page. */
  hasNext: boolean;
  /** The largest page size to choose from. */
  maxPageSize: number;
  onPage: (page: number) => void;
  /** A control for the rows, beside their range. */
  action?: ReactNode;
  onPageSize: (pageSize: number) => void;
}

const pageSizes = [20, 50, 100] as const;

/** Shows the range of rows and the buttons to the previous and next page, where there is one. */
export function Pager(props: PagerProps) {
  const { page, pageSize, shown, total, hasNext, maxPageSize, action, onPage, onPageSize } = props;
  const sizeId = useId();
  const defaultSizes = pageSizes.filter((size) => size <= maxPageSize);
  const sizes = [...new Set([...defaultSizes, pageSize])].toSorted((a, b) => a - b);
  const range = rangeText(page, pageSize, shown, total);
  if (page === 1 && !hasNext && shown <= pageSizes[0])
    return (
      <div className={`${s.pager} cluster soft`}>
        {/* The rows of a one-page list are in sight; a change of their number is announced. */}
        <output className="visually-hidden">{range}</output>
        {action}
      </div>
    );
  return (
    <nav className={`${s.pager} cluster soft`} aria-label="Pages">
      <output className={s.range}>{range}</output>
      {action}
      <span className={`${s.size} row`}>
        <label htmlFor={sizeId}>Rows per page</label>
        <NativeSelect
          id={sizeId}
          options={sizes.map(String)}
          value={String(pageSize)}
          onChange={(event) => onPageSize(Number(event.target.value))}
        />
      </span>
      <span className={`${s.steps} cluster`}>
        <Button aria-disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous page
        </Button>
        <Button aria-disabled={!hasNext} onClick={() => onPage(page + 1)}>
          Next page
        </Button>
      </span>
    </nav>
  );
}

function rangeText(page: number, pageSize: number, shown: number, total: PagerProps['total']) {
  const all =
    total === 'many' ? 'more than 10,000' : total === undefined ? undefined : count(total);
  if (shown === 0)
    return `No rows on page ${count(page)}${all === undefined ? '' : `, ${all} in all`}`;
  const first = (page - 1) * pageSize + 1;
  const range = `${count(first)}–${count(first + shown - 1)}`;
  return all === undefined ? range : `${range} of ${all}`;
}
