-- What a product's choices must be for a saved search, by their columns: {"price_type": "fixed"}.
alter table saved_searches add column choices jsonb not null default '{}';
-- The column stays for processes of the version before, which go on writing it until they stop, and searches_matching
-- heeds both. The next version's migration moves what they wrote and drops it.
update saved_searches set choices = jsonb_build_object('price_type', price_type), price_type = null
where price_type is not null;
