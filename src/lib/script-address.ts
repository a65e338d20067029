/**
 * Allows only scripts of this origin as workers: the Content-Security-Policy requires Trusted
 * Types, and allows one policy.
 */
const policy = self.trustedTypes?.createPolicy('portal', {
  createScriptURL(address) {
    const isOurs = new URL(address, location.href).origin === location.origin;
    if (!isOurs) throw new TypeError(`${address} is not of this site.`);
    return address;
  },
});

/** Returns the address of a script of this site, in the form that starting a worker needs. */
export function scriptAddress(address: string): string {
  return (policy?.createScriptURL(address) ?? address) as string;
}
