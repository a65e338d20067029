/** Who has a record at the lender. A phone or an email that is not known is empty. */
export interface LenderContact {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

/** A name has letters, and neither digits, as an id may have, nor the sign of an email address. */
const namePattern = /^[^\d@]{2,100}$/u;
const phonePattern = /^\+?[\d\s().-]{5,30}$/;
/** Without the characters that begin the further parts of a `mailto:` address. */
const emailPattern = /^[^\s@<>"?&]+@[^\s@<>"?&]+$/;

/**
 * Returns who has a record at the lender, from a value whose type the specification leaves open: a
 * name, or an object with `name`, `phone` and `email`. Returns undefined for any other value.
 */
export function readLenderContact(value: unknown): LenderContact | undefined {
  const parts = typeof value === 'object' && value !== null ? value : { name: value };
  const read = (part: string, pattern: RegExp) => {
    const text: unknown = Reflect.get(parts, part);
    return typeof text === 'string' && pattern.test(text.trim()) ? text.trim() : '';
  };
  const name = read('name', namePattern);
  if (name === '') return undefined;
  return { name, phone: read('phone', phonePattern), email: read('email', emailPattern) };
}
