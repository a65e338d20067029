-- An email is another one if anything but the case of the letters A to Z differs: lower() of most
-- collations makes an i of U+0130 and a k of U+212A, so that a look-alike would be somebody else.
create unique index accounts_by_folded_email on accounts (lower(email collate "C"));
drop index accounts_by_email;
