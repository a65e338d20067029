import { type AccountState, maxIntegrations } from '#contract/portal/people/managed-accounts.ts';

/** Says how many integrations a partner has that can have no more. */
export const tooManyIntegrations = `The partner has ${maxIntegrations} integrations: deactivate one first.`;

/** Returns whether a partner with so many active integrations can have another. */
export function hasRoomForIntegration(active: number): boolean {
  return active < maxIntegrations;
}

/** What decides in which state an account is. */
interface SignInState {
  /** null: an integration, which doesn’t sign in. */
  readonly email: string | null;
  readonly disabled_at: Date | null;
  readonly has_password: boolean;
  /** Whether the identity provider signs its owner in. */
  readonly is_connected: boolean;
}

/** Returns the state of an account. Whoever has no way to sign in yet is invited. */
export function findAccountState(
  { email, disabled_at, has_password, is_connected }: SignInState,
  isLocked: boolean,
): AccountState {
  if (disabled_at !== null) return 'deactivated';
  if (email !== null && !has_password && !is_connected) return 'invited';
  return isLocked ? 'locked' : 'active';
}
