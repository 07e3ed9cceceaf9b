-- The version of the code that wrote a product's search document (server/search/words/document.ts); 0 if its texts have
-- changed since.
alter table products add column search_version smallint not null default 0;
-- The words for a new document (server/search/write-document.ts): a trigger makes the document of them and empties this.
alter table products add column search_words text[]
  constraint search_words_are_used check (search_words is null);

-- The version of the code that worked out what a saved search means; 0 for those to do again.
alter table saved_searches add column search_version smallint not null default 0;
create index saved_searches_outdated on saved_searches (id) where search_version = 0;

-- A word and what remains of it without one of its letters: two words that share one of these differ by a typing error.
create or replace function without_a_letter(word text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select distinct overlay(word placing '' from at for 1) from generate_series(1, least(length(word), 20)) as at
  ) || word;
alter table market_words add column slips text[] not null generated always as (without_a_letter(word)) stored;
create index market_words_slips on market_words using gin (slips);

drop trigger if exists fill_search on products;
drop function if exists fill_search();
