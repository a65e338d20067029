-- In front of an existing service: since when that service has refused the key. Null: it does not.

alter table api_keys add column refused_at timestamptz;
