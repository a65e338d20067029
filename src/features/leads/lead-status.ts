import { leadStatuses, type LeadStatus } from '#contract/v1/lead-statuses.ts';
import type { Tone } from '#src/ui/elements/badge.tsx';

/** In progress, waiting for someone, successful, unable to continue, or at rest. */
const tones: Readonly<Record<LeadStatus, Tone>> = {
  New: 'info',
  Received: 'info',
  'Attempting Contact': 'info',
  'Attempting 1': 'info',
  'Attempting 2': 'info',
  'Attempting 3': 'info',
  'Attempting 4': 'info',
  'Attempting 5': 'info',
  'Attempting 6': 'info',
  'Attempting 7': 'info',
  'Attempting 8': 'info',
  'Doing Application': 'info',
  'Work in progress': 'info',

  Converted: 'success',
  'Banks In': 'success',
  'Waiting on Customer': 'warning',
  'Call Back Customer': 'warning',
  'With Broker': 'warning',
  'Pending Duplicate Review': 'warning',
  'Difficulty Contacting': 'warning',
  Duplicate: 'danger',
  'Do not contact': 'danger',
  Unqualified: 'danger',
  Unreachable: 'danger',
  'Wrong details': 'danger',
  'Not Progressing': 'neutral',
  Closed: 'neutral',
  'No longer Required': 'neutral',
  'Not ready': 'neutral',
  'No reason provided': 'neutral',
  Cost: 'neutral',
  'Got another loan facility': 'neutral',
  'Term too short': 'neutral',
  'Loan amount too low': 'neutral',
  'Customer requested email only': 'neutral',
};

/**
 * Returns the tone of a lead's status or sub-status; neutral for one that the contract does not
 * know.
 */
export function leadTone(status: string): Tone {
  const known = leadStatuses.find((one) => one === status);
  return known === undefined ? 'neutral' : tones[known];
}
