-- The second factor of an account: an app that shows codes, and codes for when the phone is lost.

create table authenticators (
  account_id text primary key references accounts (id) on delete cascade,
  -- The secrets that the app and the service share, encrypted with PORTAL_SECRET: of the app whose
  -- codes are asked for, and of one that is being set up.
  encrypted bytea,
  pending bytea,
  since timestamptz(3) check ((since is null) = (encrypted is null)),
  -- The 30 seconds of the last code that was used: it works once, and no earlier one after it.
  last_step bigint not null default 0
);

-- Only the SHA-256 of a code, of 120 random bits, is stored: codes are shown once. A used one is
-- deleted.
create table recovery_codes (
  account_id text not null references accounts (id) on delete cascade,
  code_hash text not null,
  primary key (account_id, code_hash)
);

-- Sign-ins whose password was right and whose second step is awaited.
create table sign_in_steps (
  token_hash text primary key,
  account_id text not null references accounts (id) on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_steps_by_account on sign_in_steps (account_id);
