-- after: platform/db
-- Indexes and generated columns store the results of these functions: changing an immutable one needs a
-- migration that computes them again.

-- Number bands, each about 28 % above the previous one, so that a range is a few of them.
create or replace function number_band(value numeric) returns int
  language sql immutable strict parallel safe
  return floor(ln(value::float8 + 1) * 4)::int;

-- A trigger runs before the table's checks.
create or replace function plain_attributes(attributes jsonb) returns jsonb
  language sql immutable strict parallel safe
  return case when jsonb_typeof(attributes) = 'object' then jsonb_strip_nulls(attributes) else '{}' end;

-- Terms for filters by attributes: '/a/car/make/kia', '/a/car/year/2014' and, for its band,
-- '/a/car/year/~30'. In queries of terms, '#' is the placeholder for the step.
create or replace function attribute_terms(category_id text, attributes jsonb) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(term), '{}') from (
      select '/a/' || category_id || '/' || key || '/' || translate(lower((value #>> '{}') collate "C"), '#', ' ') as term
      from jsonb_each(plain_attributes(attributes))
      union all
      select '/a/' || category_id || '/' || key || '/~' || number_band(value::numeric)
      from jsonb_each(plain_attributes(attributes)) where jsonb_typeof(value) = 'number'
    ) as terms
  );

-- The document of words that server/search/words/document.ts has chosen: the thing of the title A, what it is for or
-- comes with B, tags, attribute values and category C, description D; then exact terms.
create or replace function search_vector(words text[], category_id text, attributes jsonb) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.english', words[1]), 'A')
    || setweight(to_tsvector('pg_catalog.english', words[2]), 'B')
    || setweight(to_tsvector('pg_catalog.english', words[3]), 'C')
    || setweight(to_tsvector('pg_catalog.english', words[4]), 'D')
    || array_to_tsvector(words[5:] || coalesce(attribute_terms(category_id, attributes), '{}'));

create or replace function place_terms(place_ids smallint[]) returns text[]
  language sql immutable parallel safe
  return array(select '/p/' || place from unnest(place_ids) as place);

-- Makes the document of new words, and marks one whose texts change without new words. It ends with a term for each
-- place that contains the product.
create or replace function write_search() returns trigger language plpgsql as $$
begin
  if new.search_words is not null then
    new.search := search_vector(new.search_words, new.category_id, new.attributes) || array_to_tsvector(place_terms(new.place_ids));
    new.search_words := null;
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.search := new.search || array_to_tsvector(place_terms(new.place_ids));
    return new;
  end if;
  if (new.title, new.tags, new.category_id, new.description, new.attributes)
    is distinct from (old.title, old.tags, old.category_id, old.description, old.attributes) then
    new.search_version := 0;
  end if;
  if new.place_ids is distinct from old.place_ids then
    new.search := ts_delete(new.search, place_terms(old.place_ids)) || array_to_tsvector(place_terms(new.place_ids));
  end if;
  return new;
end
$$;

-- Those of an earlier version.
drop function if exists search_vector(text, text[], text, text, jsonb);
drop function if exists attribute_words(jsonb);

-- generate_series, with a fixed row estimate for prepared plans: volatile, so that the planner does not
-- inline it.
create or replace function steps_between(first int, last int) returns setof int
  language sql volatile strict parallel safe rows 100
  return generate_series(first, last);

-- A query of terms with the number of a week or a price band in the place of '#'. Not strict, so that it is inlined.
create or replace function at_step(query text, step int) returns tsquery
  language sql immutable parallel safe
  return replace(query, '#', step::text)::tsquery;

create or replace function words_of_product(title text, tags text[], category_id text) returns text[]
  language sql immutable parallel safe
  return string_to_array(concat_ws(' ', plain_words(title), plain_words(tags::text), plain_words(category_id)), ' ');

-- Counts exactly the products on sale; words that no product on sale has any more are deleted.
create or replace function recount_market_words() returns void language sql as $$
  delete from market_words;
  insert into market_words (word, products)
  select word, count(*)
  from products
  cross join lateral (select distinct word from unnest(words_of_product(title, tags, category_id)) as word) as used
  where status in ('available', 'reserved') and length(word) between 2 and 40
  group by word
$$;

-- Suggestions learn only words on sale; words of drafts stay private.
create or replace function learn_market_words() returns trigger language plpgsql as $$
begin
  -- Known words are filtered out first: inserting one would wait for a transaction that counts it at the
  -- moment.
  insert into market_words (word, products)
  select distinct word, 1
  from added, unnest(words_of_product(title, tags, category_id)) as used (word)
  where status not in ('draft', 'held') and length(word) between 2 and 40
    and not exists (select from market_words known where known.word = used.word)
  order by word
  on conflict do nothing;
  if random() < 0.0625 then
    update market_words set products = products + 16
    where word in (
      select word from market_words
      where word in (
        select unnest(words_of_product(title, tags, category_id)) from added where status not in ('draft', 'held')
      )
      order by word for update skip locked
    );
  end if;
  return null;
end
$$;
