-- Of a saved search within a radius, the towns that lie in it.
alter table saved_searches add column place_ids smallint[];

-- What a search met last, for the row on the home page.
create index matches_of_search on saved_search_matches (saved_search_id, matched_at desc);
