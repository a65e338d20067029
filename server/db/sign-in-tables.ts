import type { ColumnType, Generated } from 'kysely';

/** The tables of passwords, failed attempts, second steps and providers of signing in. */
export interface SignInTables {
  password_links: {
    token_hash: string;
    account_id: string;
    expires_at: Date;
    purpose: Generated<'password' | 'new-email' | 'former-email'>;
    /** The email that the account has once the link is used; null: the one it has. */
    email: string | null;
    /** When the change of email was first asked for, of the link that undoes it. */
    begun_at: Date | null;
    /** Whether it was asked for as a forgotten password, by anybody. */
    is_requested: Generated<boolean>;
  };
  sent_emails: { key: string; counted_until: Date };
  ended_sign_ins: { token_hash: string; expires_at: Date };
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
  sign_in_steps: {
    token_hash: string;
    account_id: string;
    expires_at: Date;
    /** The provider by which the first step was taken; null: by the password. */
    provider: string | null;
  };
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
  passkey_challenges: { bound_to: string; challenge: string; expires_at: Date };
}
