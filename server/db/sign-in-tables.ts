import type { Generated } from 'kysely';

/** The tables of passwords, failed attempts and the second step of signing in. */
export interface SignInTables {
  password_links: PasswordLinks;
  failed_attempts: FailedAttempts;
  known_browsers: KnownBrowsers;
  authenticators: Authenticators;
  recovery_codes: RecoveryCodes;
  sign_in_steps: SignInSteps;
}

interface PasswordLinks {
  token_hash: string;
  account_id: string;
  expires_at: Date;
}

interface FailedAttempts {
  key: string;
  account: string | null;
  failures: number;
  next_at: Date;
  has_turn: boolean;
  expires_at: Date;
}

interface KnownBrowsers {
  token_hash: string;
  account_id: string;
  expires_at: Date;
}

interface Authenticators {
  account_id: string;
  /** null until a code has confirmed the first app. */
  encrypted: Buffer | null;
  pending: Buffer | null;
  since: Date | null;
  /** A bigint, which is compared in the database only. */
  last_step: Generated<number>;
}

interface RecoveryCodes {
  account_id: string;
  code_hash: string;
}

interface SignInSteps {
  token_hash: string;
  account_id: string;
  expires_at: Date;
}
