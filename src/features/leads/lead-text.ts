import { fullAddress } from '#contract/v1/addresses.ts';

/** Whether a value says nothing: absent, an empty text or list, or an object of such parts. A count of 0 says something. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/**
 * Any value in words, as far as it has some: the words of a list, the parts of an address, the name of who is referred to.
 * An id is told only where nothing else is.
 */
export function plainText(value: unknown): string {
  if (isEmpty(value)) return '';
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  const parts = Object.entries(value ?? {}).filter(([, part]) => !isEmpty(part));
  if (parts.some(([name]) => name === 'fullAddress' || name === 'addressLine1'))
    return addressText(Object.fromEntries(parts));
  const { id, type, ...words } = Object.fromEntries(parts);
  const told = Object.values(words);
  return (told.length > 0 ? told : [type, id]).map(plainText).join(' ').trim();
}

function addressText({ fullAddress: whole, ...parts }: Record<string, unknown>): string {
  return typeof whole === 'string'
    ? whole
    : fullAddress(
        Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, String(part)])),
      );
}
