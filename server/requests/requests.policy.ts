import type { RequestState } from '#contract/portal/requests.ts';
import { ApiError } from '#server/errors/api-error.ts';

/** From which states a request comes to each: by the partner to `sent`, else by the operator. */
const statesBefore: Readonly<Record<RequestState, readonly RequestState[]>> = {
  open: [],
  sent: ['open', 'returned', 'sent'],
  returned: ['sent'],
  done: ['open', 'sent', 'returned'],
  withdrawn: ['open', 'sent', 'returned'],
};

const descriptions: Readonly<Record<RequestState, string>> = {
  open: 'has not been answered',
  sent: 'has been answered',
  returned: 'has been returned',
  done: 'is done',
  withdrawn: 'was withdrawn',
};

/**
 * Asserts that a request can come to a state.
 * @throws ApiError 409
 */
export function assertCanBecome(next: RequestState, { state }: { readonly state: RequestState }) {
  if (!statesBefore[next].includes(state))
    throw new ApiError(409, 'request-state-conflict', `This request ${descriptions[state]}.`);
}
