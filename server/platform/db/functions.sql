-- Text as people compare it: without case, accents and the letters of Twi, Ewe and Dagbani that unaccent's dictionary
-- leaves out. Names are resolved when the function is created, so that it does not depend on the search path and an
-- index may use it.
create or replace function fold(value text) returns text
  language sql immutable strict parallel safe
  return btrim(translate(lower(public.unaccent('public.unaccent'::regdictionary, value)), 'ɔɣ', 'og'));

-- Words as the market compares them: folded, and separated at everything that is neither letter nor digit, so that
-- 'Wi-Fi', '3.5mm' and 'toyota.com' are plain words and never the parser's hosts, paths or numbers.
create or replace function plain_words(value text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(fold(value), '[^[:alnum:]]+', ' ', 'g'));

create or replace function longest(texts text[]) returns integer language sql immutable
  return (select max(length(one)) from unnest(texts) as one);
