-- Text as people compare it: without case, accents and the letters of Twi, Ewe and Dagbani that
-- unaccent's dictionary leaves out. Everything is resolved here, when the function is made, so that it
-- depends on no search path and may stand in an index.
create or replace function fold(value text) returns text
  language sql immutable strict parallel safe
  return btrim(translate(lower(public.unaccent('public.unaccent'::regdictionary, value)), 'ɔɣ', 'og'));

-- Words as the market compares them: folded, and parted at everything that is neither letter nor digit, so
-- that 'Wi-Fi', '3.5mm' and 'toyota.com' are plain words and never the parser's hosts, paths or numbers.
create or replace function plain_words(value text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(fold(value), '[^[:alnum:]]+', ' ', 'g'));

create or replace function longest(texts text[]) returns integer language sql immutable
  return (select max(length(one)) from unnest(texts) as one);
