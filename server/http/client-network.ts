import { isIPv6 } from 'node:net';

/**
 * Returns the network that a client is counted by: its IPv4 address, or the first half of its IPv6
 * address, because an IPv6 customer can choose the whole second half freely.
 */
export function clientNetwork(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  const isIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isIPv4 ? bytesOf(groups.slice(6)).join('.') : `${groups.slice(0, 4).join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL standard normalises: lower case, no leading zeros, no dotted end.
  const { hostname } = new URL(`http://[${address}]`);
  const [start = [], end = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const between = Array.from({ length: 8 - start.length - end.length }, () => '0');
  return [...start, ...between, ...end];
}

function bytesOf(groups: readonly string[]): number[] {
  return groups.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
