import { buildPortal } from './build.ts';

/** `npm start`: builds the portal when its sources have changed, then becomes the service. */
if (await buildPortal()) console.log('Built the portal.');
await import('#server/main.ts');
