import type { FastifyInstance } from 'fastify';

/**
 * Every route of an app as `GET /api/v1/lead`, however it was registered. Fastify tells its routes as a drawn tree only: a line is a
 * piece of an address, four characters in for each piece before it, and the methods there.
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
