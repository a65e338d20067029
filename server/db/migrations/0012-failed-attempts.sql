-- Wrong passwords slow down further attempts, instead of locking an account or address for
-- everybody.

drop table sign_in_failures;

-- One row per counter: of an account in one network, an account in all networks, a network, a known
-- browser, or a session. key is a hash. account is the same for all counters of an account, so that
-- they can be deleted together.
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

-- Browsers in which somebody has signed in, by the SHA-256 of their cookie.
create table known_browsers (
  token_hash text not null,
  account_id text not null references accounts (id) on delete cascade,
  expires_at timestamptz(3) not null,
  primary key (token_hash, account_id)
);
create index known_browsers_by_account on known_browsers (account_id);
create index known_browsers_by_end on known_browsers (expires_at);
