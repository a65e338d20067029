-- How somebody signs in, what is awaited meanwhile, and what slows down guessing.

-- expires_at moves with each use; ends_at does not. Only the SHA-256 of a token is stored.
-- user_agent, address: what people recognise their own sessions by.
-- last_used_at: stored at most every 5 minutes, as expires_at is.
-- is_strong: the identity provider has checked a second factor, so that none is needed here.
create table sessions (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  password_confirmed_at timestamptz,
  user_agent text not null default '',
  address text not null default '',
  last_used_at timestamptz not null default now(),
  is_strong boolean not null default false
);
create index sessions_by_account on sessions (account_id);
create index sessions_by_end on sessions (expires_at);

-- Tokens that work once: links, second steps, challenges to add a passkey, and sign-ins that have
-- ended. A purpose is exchanged for no other; only hashes are stored.
create table one_time_tokens (
  token_hash text primary key,
  purpose text not null,
  -- Null for a sign-in that a browser has started: it names no account before it is right.
  account_id text references accounts (id) on delete cascade,
  -- For a change of email: the email that the account has then, and when it was first requested.
  -- For a second step, the provider of the first. For a challenge, the session that requested it.
  payload jsonb not null default '{}',
  expires_at timestamptz not null
);
create index one_time_tokens_by_account on one_time_tokens (account_id);

-- The second factor: an app that shows codes.
create table authenticators (
  account_id text primary key references accounts (id) on delete cascade,
  -- The secrets that app and service share, encrypted with PORTAL_SECRET: of the app whose codes
  -- are requested, and of one that is being set up.
  encrypted bytea,
  pending bytea,
  since timestamptz(3) check ((since is null) = (encrypted is null)),
  -- The 30 seconds of the last code that was used: it works once, and no earlier one after it.
  last_step bigint not null default 0
);

-- Codes for when the phone is lost. Only the SHA-256 of a code, of 120 random bits, is stored:
-- codes are shown once. A used one is deleted.
create table recovery_codes (
  account_id text not null references accounts (id) on delete cascade,
  code_hash text not null,
  primary key (account_id, code_hash)
);

-- Passkeys: keys of a device or a password manager, by which somebody signs in without a password.
create table passkeys (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- As the browser names it.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it has signed, if it counts: a copy of it would count by itself.
  counter bigint not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_by_account on passkeys (account_id);

-- Who signs in by an identity provider (OpenID Connect): the account of each of its subjects.
create table identities (
  issuer text not null,
  subject text not null,
  account_id text not null references accounts (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
-- An account has one identity of an issuer.
create unique index identities_by_account on identities (account_id, issuer);

-- Browsers in which somebody has signed in, by the SHA-256 of their cookie.
create table known_browsers (
  token_hash text not null,
  account_id text not null references accounts (id) on delete cascade,
  expires_at timestamptz(3) not null,
  primary key (token_hash, account_id)
);
create index known_browsers_by_account on known_browsers (account_id);
create index known_browsers_by_end on known_browsers (expires_at);

-- Wrong passwords slow down further attempts, instead of locking an account or address for
-- everybody. One row per counter: of an account in one network, an account in all networks, a
-- network, a known browser, or a session. key is a hash. account is the same for all counters of an
-- account, so that they can be deleted together.
create table failed_attempts (
  key text primary key,
  account text,
  failures integer not null,
  next_at timestamptz(3) not null,
  has_turn boolean not null,
  expires_at timestamptz(3) not null
);
create index failed_attempts_by_account on failed_attempts (account);
create index failed_attempts_by_end on failed_attempts (expires_at);

-- How many emails somebody was sent, or has others sent: by a hash of who it is and what for.
create table sent_emails (
  key text primary key,
  -- Each email moves this on, by as long as it is counted; then the row can go.
  counted_until timestamptz not null
);
