-- The words of titles, tags and categories with the approximate number of products that have each: typing errors are
-- corrected to these, and half-typed words completed.
create table market_words (
  word text primary key,
  products int not null
);
create index market_words_alike on market_words using gin (word gin_trgm_ops);

-- What is searched for, without who, and from how many networks: a search of one visitor is suggested to nobody. Two
-- bytes of a keyed hash name a network, which thousands share; the newest come last.
create table popular_searches (
  words text collate "C" primary key check (length(words) between 2 and 50),
  networks smallint[] not null check (cardinality(networks) between 0 and 200),
  last_found timestamptz not null
);
create index popular_searches_last_found on popular_searches (last_found);
