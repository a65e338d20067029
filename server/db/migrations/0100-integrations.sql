-- A program of a partner has an account without an email: an integration. It can't sign in, and is
-- no support.
alter table accounts alter column email drop not null;
alter table accounts add check (email is not null or password_hash is null and partner_id is not null);
