import type { OpenPoints } from './open-points.ts';
import { StandInError } from './records/stand-in-error.ts';

/**
 * Returns the part of a list that `page` and `pageSize` request.
 * @throws {@link StandInError} 400 for an invalid number.
 */
export function pageOf<T>(
  list: readonly T[],
  query: Readonly<Record<string, unknown>>,
  { firstPage, defaultPageSize, maxPageSize }: OpenPoints,
): readonly T[] {
  const page = wholeNumber('page', query['page'] ?? firstPage, firstPage);
  const asked = wholeNumber('pageSize', query['pageSize'] ?? defaultPageSize, 1);
  const size = Math.min(asked, maxPageSize);
  const start = (page - firstPage) * size;
  return list.slice(start, start + size);
}

function wholeNumber(name: string, value: unknown, least: number): number {
  const number = /^\d{1,9}$/.test(String(value)) ? Number(value) : -1;
  if (number < least) throw new StandInError(400, `${name} is not a whole number from ${least}.`);
  return number;
}
