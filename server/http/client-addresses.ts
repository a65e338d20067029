import { isIP } from 'node:net';

import type { FastifyInstance } from 'fastify';

const header = 'x-forwarded-for';
/** An IPv6 address has no more characters; a longer text is none. */
const maxAddressLength = 45;

/**
 * Accepts only addresses as addresses of clients. A proxy that passes on a client’s own
 * `X-Forwarded-For` would put any text into sessions and the audit trail, and a new one for each
 * guess. An entry that is no address is dropped, with all before it; if none remains, the client is
 * whoever is connected.
 */
export function addClientAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const given = headers[header];
    if (given !== undefined) headers[header] = readAddresses(String(given)).join(', ');
    done();
  });
}

/** Returns the addresses at the end of the header, which the nearest proxies have added. */
export function readAddresses(given: string): string[] {
  const addresses = given.split(',').map((text) => readAddress(text.trim()));
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).filter((text) => text !== undefined);
}

/** Returns an address without the port that some proxies add; undefined if it is none. */
function readAddress(text: string): string | undefined {
  const [, v6 = '', v4 = ''] = /^(?:\[(.*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? ['', text];
  const address = v6 || v4;
  // A zone, as in fe80::1%eth0, is a text that the client could choose.
  const isAddress = address.length <= maxAddressLength && !address.includes('%') && isIP(address);
  return isAddress ? address : undefined;
}
