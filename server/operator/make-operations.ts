import { dealOperations } from './deal-operations.ts';
import { leadOperations } from './lead-operations.ts';
import type { Operations, OperatorDeps } from './operations.ts';
import { partnerOperations } from './partner-operations.ts';
import { requestOperations } from './request-operations.ts';

/** Returns all operations. */
export function makeOperations(deps: OperatorDeps): Operations {
  return { ...leadOperations(deps), ...dealOperations, ...requestOperations, ...partnerOperations };
}
