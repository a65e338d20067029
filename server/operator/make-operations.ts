import { dealOperations } from './deal-operations.ts';
import { leadOperations } from './lead-operations.ts';
import type { Operations, OperatorDeps } from './operations.ts';
import { partnerOperations } from './partner-operations.ts';
import { questionOperations } from './question-operations.ts';
import { requestOperations } from './request-operations.ts';

/** Returns all operations. */
export function makeOperations(deps: OperatorDeps): Operations {
  const ofRecords = { ...leadOperations(deps), ...dealOperations };
  return { ...ofRecords, ...requestOperations, ...questionOperations, ...partnerOperations };
}
