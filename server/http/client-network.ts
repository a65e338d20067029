import ipaddr from 'ipaddr.js';

/**
 * Returns the network that a client is counted by: its IPv4 address, or the first half of its IPv6
 * address, because an IPv6 customer can choose the whole second half freely.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const ip = ipaddr.IPv6.parse(address);
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address().toString();
  const groups = ip.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
