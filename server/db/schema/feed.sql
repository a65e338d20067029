-- The feed: what partners did, and what was erased, numbered in the order of commits. The id of a
-- change is taken before its transaction commits, so a later id can be visible before an earlier
-- one. Positions are therefore given by who reads the feed, to what is committed
-- (docs/decisions/history-and-feed.md).

-- The changes without a position, written in the transaction of each.
create table feed_pending (change_id bigint primary key);

-- partner_id: the entries of one partner are read without those of all others.
create table feed (
  position bigint primary key,
  change_id bigint not null,
  partner_id text not null
);
create index feed_by_partner on feed (partner_id, position);
