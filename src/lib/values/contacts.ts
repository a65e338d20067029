import { choiceKey } from './choices.ts';

/** A contact of the partner, as a file can name it. */
export interface KnownContact {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * Returns the id of the contact that a text names or whose email it is, in any case; undefined if
 * there is none, or several.
 */
export function readContact(contacts: readonly KnownContact[], text: string): string | undefined {
  const target = choiceKey(text);
  const [found, ...others] = contacts.filter(({ name, email }) =>
    [name, email].some((one) => choiceKey(one) === target),
  );
  return others.length === 0 ? found?.id : undefined;
}
