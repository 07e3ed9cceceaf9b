-- An index stores the results of these functions, so a change of one needs a migration that rebuilds it.

-- Weeks since 1970, by which the index of terms separates new products from old ones.
create or replace function market_week(moment timestamptz) returns int
  language sql immutable strict parallel safe
  return floor(extract(epoch from moment) / 604800)::int;

-- Price bands, each about 6 % above the previous one.
create or replace function price_band(price numeric) returns int
  language sql immutable strict parallel safe
  return floor(ln(price::float8 + 1) * 16)::int;

-- Every word of a product as 'word/level/week', where level is the score of a match by that word: 2 for the
-- title, 1 for the description, together 3; 4 and 5 for what the thing of the title is for, without and with the
-- description. A page of the best and newest matches then reads a few short
-- lists of this index, whereas ranking would read every product that has the word. 'word/p/band' does the
-- same for the lowest and the highest prices. Category and region are in the same index ('/c/mobile/2967',
-- '/c/mobile/p/112'), so that they narrow the same lists.
create or replace function search_terms(
  search tsvector, category_id text, region text, price numeric, created_at timestamptz
) returns tsvector
  -- A high cost, so that no plan computes it for rows if the index has it.
  language sql immutable parallel safe cost 2000
  return (
    select array_to_tsvector(
      -- No query is longer, and a term must stay below the 2 KB limit of a lexeme.
      array_agg(lexeme || level || week) filter (where length(lexeme) <= 100)
      || array_agg(lexeme || band) filter (where length(lexeme) <= 100)
      || array[category || week, category || band, '/r/' || region || week, '/r/' || region || band]
    )
    from (
      -- The offset makes PostgreSQL compute these once instead of for each word.
      select
        '/c/' || coalesce(category_id, '') as category,
        '/' || market_week(created_at) as week,
        '/p/' || price_band(price) as band
      offset 0
    ) as shared
    cross join lateral (
      select
        lexeme,
        case
          when 'A' = any(weights) then case when 'D' = any(weights) then '/3' else '/2' end
          when 'B' = any(weights) then case when 'D' = any(weights) then '/5' else '/4' end
          when 'D' = any(weights) then '/1'
          else '/0'
        end as level
      from unnest(search)
    ) as words
    group by category, week, band
  );

-- A word and what remains of it without one of its letters: two words that share one of these differ by a typing error.
create or replace function without_a_letter(word text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select distinct overlay(word placing '' from at for 1) from generate_series(1, least(length(word), 20)) as at
  ) || word;
