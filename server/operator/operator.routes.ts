import type { FastifyInstance } from 'fastify';

import { batchRoutes } from './batch.routes.ts';
import { operationRoutes, makeOperations } from './operations.routes.ts';
import type { OperatorDeps } from './operator-deps.ts';
import { operatorPartnerRoutes } from './partners.routes.ts';
import { operatorRecordRoutes } from './records.routes.ts';
import { operatorRequestRoutes } from './requests.routes.ts';

/** Registers the endpoints under `/operator/v1`, for programs of the operator. */
export function operatorRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  operatorRecordRoutes(app, deps);
  operatorRequestRoutes(app, deps);
  operatorPartnerRoutes(app, deps);
  const operations = makeOperations(deps);
  operationRoutes(app, deps.database.db, operations);
  batchRoutes(app, deps.database.db, operations);
}
