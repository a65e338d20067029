/**
 * Allows only scripts of this origin as workers: the Content-Security-Policy requires Trusted
 * Types.
 */
const policy = self.trustedTypes?.createPolicy('portal', {
  createScriptURL(address) {
    const isOurs = new URL(address, location.href).origin === location.origin;
    if (!isOurs) throw new TypeError(`${address} is not of this site.`);
    return address;
  },
});

/** Starts a worker from a script of this site, on the page or in another worker. */
export function startWorker(address: string, name: string): Worker {
  return new Worker((policy?.createScriptURL(address) ?? address) as string, {
    type: 'module',
    name,
  });
}
