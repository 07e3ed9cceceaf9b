-- An index stores the results of these functions: a change of one needs a migration that builds it again.

-- Weeks since 1970: how the index of terms keeps new products apart from old ones.
create or replace function market_week(moment timestamptz) returns int
  language sql immutable strict parallel safe
  return floor(extract(epoch from moment) / 604800)::int;

-- Bands of price in which each begins about 6 % above the one before.
create or replace function price_band(price numeric) returns int
  language sql immutable strict parallel safe
  return floor(ln(price::float8 + 1) * 16)::int;

-- Every word of a product as 'word/level/week', where level is the score of a match by that word: 2 for the
-- title, 1 for the description, together 3. A page of the best and newest matches then reads a few short
-- lists of this index, where ranking would read every product that has the word. 'word/p/band' does the same
-- for the cheapest and the dearest. Category and region stand beside the words ('/c/mobile/2967'), so that
-- they narrow the same lists.
create or replace function search_terms(
  search tsvector, category_id text, region text, price numeric, created_at timestamptz
) returns tsvector
  -- Dear, so that no plan works it out for rows where the index has it.
  language sql immutable parallel safe cost 2000
  return (
    select array_to_tsvector(
      array_agg(term) || array['/c/' || coalesce(category_id, '') || week, '/r/' || region || week]
    )
    from (
      -- The offset has both worked out once instead of for each word.
      select '/' || market_week(created_at) as week, '/p/' || price_band(price) as band offset 0
    ) as shared
    cross join lateral (
      select
        lexeme
          || case
            when 'A' = any(weights) then case when 'D' = any(weights) then '/3' else '/2' end
            when 'D' = any(weights) then '/1'
            else '/0'
          end
          || week as term
      from unnest(search) where length(lexeme) <= 100
      union all
      -- No query is longer, and a term must stay below the 2 KB that a lexeme may have.
      select lexeme || band from unnest(search) where length(lexeme) <= 100
    ) as terms
    group by week
  );
