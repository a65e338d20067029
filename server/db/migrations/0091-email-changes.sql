-- Changes of one's own email. It is changed by a link to the new address, and by another link its
-- owner stops or undoes that at the former one: this link sets a password too.

alter table password_links add column purpose text not null default 'password'
  check (purpose in ('password', 'new-email', 'former-email'));
-- The email that the account has once the link is used.
alter table password_links add column email text check ((purpose = 'password') = (email is null));

-- The name and email of a contact follow those of its account.
alter table contacts drop constraint contacts_updated_via_check;
alter table contacts add check (updated_via in ('operator', 'command', 'portal'));
alter table partner_changes drop constraint partner_changes_via_check;
alter table partner_changes add check (via in ('operator', 'command', 'portal', 'unknown'));
