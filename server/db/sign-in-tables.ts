import type { ColumnType, Generated } from 'kysely';

/** The purpose of a token that works once. */
export type TokenPurpose =
  /** Links that set a password: of an invitation, an admin or a command; asked for by anybody. */
  | 'password'
  | 'forgotten-password'
  /** Links of a change of email: to the new address; to the former one, which undoes it. */
  | 'new-email'
  | 'former-email'
  /** The step after the password, or after the provider. */
  | 'second-step'
  /** The challenge that a new passkey signs. */
  | 'new-passkey';

/** The data stored with a token. */
export interface TokenPayload {
  /** The email that the account has once a link is used, if it is not the one it has. */
  readonly email?: string;
  /** For undo links: time of the first request. */
  readonly startedAt?: string;
  /** For second steps: the provider of the first step. */
  readonly provider?: string | undefined;
  /** The only session in which a challenge is valid: the one that requested it. */
  readonly sessionId?: string;
}

/** The tables of passwords, failed attempts, second steps and providers of signing in. */
export interface SignInTables {
  one_time_tokens: {
    token_hash: string;
    /** `sign-in`: one that a browser has started has ended. */
    purpose: TokenPurpose | 'sign-in';
    account_id: string | null;
    payload: Generated<TokenPayload>;
    expires_at: Date;
  };
  sent_emails: { key: string; counted_until: Date };
  failed_attempts: {
    key: string;
    account: string | null;
    failures: number;
    next_at: Date;
    has_turn: boolean;
    expires_at: Date;
  };
  known_browsers: { token_hash: string; account_id: string; expires_at: Date };
  authenticators: {
    account_id: string;
    /** null until a code has confirmed the first app. */
    encrypted: Buffer | null;
    pending: Buffer | null;
    since: Date | null;
    /** A bigint, which is compared in the database only. */
    last_step: Generated<number>;
  };
  recovery_codes: { account_id: string; code_hash: string };
  identities: { issuer: string; subject: string; account_id: string; created_at: Generated<Date> };
  passkeys: {
    id: string;
    account_id: string;
    credential_id: string;
    public_key: Buffer;
    /** A bigint, which is read as a text. */
    counter: ColumnType<string, number, number>;
    name: string;
    created_at: Generated<Date>;
    last_used_at: Generated<Date | null>;
  };
}
