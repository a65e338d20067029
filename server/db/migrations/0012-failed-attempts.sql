-- Wrong passwords slow down whoever gave them, instead of shutting an account or an address out for everybody.

drop table sign_in_failures;

-- One row a counter: an account in one network, an account in all of them, a network, a known browser, a session.
-- Keys are hashes. account: the key that what belongs to one account has in common, so that it can be unlocked.
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
