/** Whether a value says nothing: absent, an empty text or list, or an object of such parts. A count of 0 says something. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** Any value in words, as far as it has some: the parts of a list or an object; an id only where nothing else is. */
export function plainText(value: unknown): string {
  if (isEmpty(value)) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  const parts = Object.entries(value ?? {}).filter(([, part]) => !isEmpty(part));
  const words = parts.filter(([name]) => name !== 'id' && name !== 'type');
  const said = words.length > 0 ? words : parts.filter(([name]) => name === 'id');
  return said.map(([, part]) => plainText(part)).join(' ');
}

/** Any value in words, where nothing is known of what it means: the parts of an object with their names. */
export function namedText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return plainText(value);
  if (Array.isArray(value)) return value.map(namedText).join(', ');
  const parts = Object.entries(value).filter(([, part]) => !isEmpty(part));
  return parts.map(([name, part]) => `${name}: ${namedText(part)}`).join(', ');
}

/** Whether a text is an address of the web, to be opened. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
