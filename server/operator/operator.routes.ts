import type { FastifyInstance } from 'fastify';

import { operatorDealRoutes } from './deals.routes.ts';
import { operatorLeadRoutes } from './leads.routes.ts';
import type { OperatorDeps } from './operator-deps.ts';

/** Registers the endpoints under `/operator/v1`, for programs of the operator. */
export function operatorRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  operatorLeadRoutes(app, deps);
  operatorDealRoutes(app, deps);
}
