import { leadStatuses, type LeadStatus } from '#contract/v1/values.ts';
import type { Tone } from '#src/ui/elements/badge.tsx';

/** In progress, waiting for someone, successful, unable to continue, or at rest. */
const tones: Readonly<Record<LeadStatus, Tone>> = {
  New: 'go',
  Received: 'go',
  'Attempting Contact': 'go',
  'Attempting 1': 'go',
  'Attempting 2': 'go',
  'Attempting 3': 'go',
  'Attempting 4': 'go',
  'Attempting 5': 'go',
  'Attempting 6': 'go',
  'Attempting 7': 'go',
  'Attempting 8': 'go',
  'Doing Application': 'go',
  'Work in progress': 'go',

  Converted: 'good',
  'Banks In': 'good',
  'Waiting on Customer': 'wait',
  'Call Back Customer': 'wait',
  'With Broker': 'wait',
  'Pending Duplicate Review': 'wait',
  'Difficulty Contacting': 'wait',
  Duplicate: 'bad',
  'Do not contact': 'bad',
  Unqualified: 'bad',
  Unreachable: 'bad',
  'Wrong details': 'bad',
  'Not Progressing': 'still',
  Closed: 'still',
  'No longer Required': 'still',
  'Not ready': 'still',
  'No reason provided': 'still',
  Cost: 'still',
  'Got another loan facility': 'still',
  'Term too short': 'still',
  'Loan amount too low': 'still',
  'Customer requested email only': 'still',
};

/**
 * Returns the tone of a lead's status or sub-status; neutral for one that the contract does not
 * know.
 */
export function leadTone(status: string): Tone {
  const known = leadStatuses.find((one) => one === status);
  return known === undefined ? 'still' : tones[known];
}
