import { buildPortal } from './build.ts';

/** `npm start`: builds the portal if its sources have changed, then runs the service. */
if (await buildPortal()) console.log('Built the portal.');
await import('#server/main.ts');
