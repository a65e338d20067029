-- In front of an existing service: when that service first rejected the key; null if it did not.

alter table api_keys add column refused_at timestamptz;
