/**
 * Returns whether a value is empty: absent, an empty text or list, or an object of empty parts. The
 * number 0 is not empty.
 */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/**
 * Returns a value as text: the parts of a list or an object, joined. Omits an object's `id` and
 * `type`, but shows the `id` if there is nothing else.
 */
export function valueText(value: unknown): string {
  if (isEmpty(value)) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  const parts = Object.entries(value ?? {}).filter(([, part]) => !isEmpty(part));
  const shown = parts.filter(([name]) => name !== 'id' && name !== 'type');
  const said = shown.length > 0 ? shown : parts.filter(([name]) => name === 'id');
  return said.map(([, part]) => valueText(part)).join(' ');
}

/** Returns a value of unknown meaning as text: the parts of an object with their names. */
export function namedText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return valueText(value);
  if (Array.isArray(value)) return value.map(namedText).join(', ');
  const parts = Object.entries(value).filter(([, part]) => !isEmpty(part));
  return parts.map(([name, part]) => `${name}: ${namedText(part)}`).join(', ');
}
