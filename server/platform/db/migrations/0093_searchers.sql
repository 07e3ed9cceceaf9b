-- From how many networks something is searched for, in place of how many hours: one visitor's search is nobody's
-- suggestion. Two bytes of a keyed hash name a network, which thousands share; the newest stand last.
delete from popular_searches;
alter table popular_searches drop column hours, drop column last_hour;
alter table popular_searches
  add column networks smallint[] not null check (cardinality(networks) between 0 and 200),
  add column last_found timestamptz not null;
create index popular_searches_last_found on popular_searches (last_found);
