/** Thrown when the user closes the password dialog. */
export class NotConfirmed extends Error {}

/**
 * Runs an action that needs the password. Asks for the password on the first call, and again when
 * the service requires it because the last confirmation is over 5 minutes old.
 * @throws NotConfirmed
 */
export type Confirmed = <T>(action: () => Promise<T>) => Promise<T>;
