import type { FastifyInstance } from 'fastify';

/**
 * Returns every route of an app as `GET /api/v1/lead`, however it was registered. Fastify prints
 * its routes only as a tree: each line is a piece of a path, indented by four characters for each
 * piece before it, with its methods.
 */
export function registeredRoutes(app: FastifyInstance): string[] {
  const branch: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, piece, methods] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
      if (indent === undefined || piece === undefined) return [];
      const depth = indent.length / 4;
      branch.splice(depth, Infinity, piece);
      const address = branch.join('');
      return methods?.split(', ').map((method) => `${method} ${address}`) ?? [];
    });
}
