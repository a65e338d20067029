import { listKeys } from '#contract/typed-objects.ts';

import type { WaitingOn } from './record-lists.ts';

/**
 * Lead `status` and `subStatus`, in the specification's order, and who has to act next for each.
 * The specification has one list for both and does not say which value belongs to which.
 */
export const leadWaits = {
  Closed: 'nobody',
  Duplicate: 'nobody',
  'Do not contact': 'nobody',
  Unqualified: 'nobody',
  Unreachable: 'nobody',
  'Wrong details': 'partner',
  Converted: 'nobody',
  'Banks In': 'lender',
  New: 'lender',
  Received: 'lender',
  'Pending Duplicate Review': 'lender',
  'Attempting Contact': 'client',
  'Attempting 1': 'client',
  'Attempting 2': 'client',
  'Attempting 3': 'client',
  'Attempting 4': 'client',
  'Attempting 5': 'client',
  'Attempting 6': 'client',
  'Attempting 7': 'client',
  'Attempting 8': 'client',
  'Difficulty Contacting': 'client',
  'Waiting on Customer': 'client',
  'Call Back Customer': 'lender',
  'Doing Application': 'client',
  'Customer requested email only': 'client',
  'Work in progress': 'lender',
  'With Broker': 'partner',
  'Not Progressing': 'nobody',
  'No longer Required': 'nobody',
  'Not ready': 'nobody',
  'No reason provided': 'nobody',
  Cost: 'nobody',
  'Got another loan facility': 'nobody',
  'Term too short': 'nobody',
  'Loan amount too low': 'nobody',
} as const satisfies Readonly<Record<string, WaitingOn>>;

export const leadStatuses = listKeys(leadWaits);
