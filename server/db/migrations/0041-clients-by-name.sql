-- Finds the partner's leads of a client by the first words of `search`: the client's first name,
-- last name and company. Most names differ within 100 characters.
create index leads_by_client on leads (partner_id, left(search, 100) text_pattern_ops);
