import { scriptAddress } from '#src/lib/script-address.ts';

/** Starts a worker from a script of this site, on the page or in another worker. */
export function startWorker(address: string, name: string): Worker {
  return new Worker(scriptAddress(address), { type: 'module', name });
}
