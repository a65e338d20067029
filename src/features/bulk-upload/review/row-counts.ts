import { count } from '#src/lib/numbers.ts';

export const leads = (number: number) => (number === 1 ? '1 lead' : `${count(number)} leads`);
export const rows = (number: number) => (number === 1 ? '1 row' : `${count(number)} rows`);
export const cells = (number: number) => (number === 1 ? '1 cell' : `${count(number)} cells`);
