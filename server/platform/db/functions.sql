-- Text as people see it: without characters that show nothing, such as soft hyphens and joiners, in the plain form of
-- full-width and styled letters, and with the Latin letters that Cyrillic and Greek ones look like.
create or replace function as_seen(value text) returns text
  language sql immutable strict parallel safe
  return case when value ~ '^[ -~]*$' then value else translate(
    regexp_replace(
      normalize(value, nfkc),
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]',
      '', 'g'
    ),
    'АВЕКМНОРСТУХІЅЈаеорсухіѕјкмтнвΑΒΕΖΗΙΚΜΝΟΡΤΥΧαοινυ‐‑‒–—−’‘ʼ′`“”″',
    'ABEKMHOPCTYXISJaeopcyxisjkmthbABEZHIKMNOPTYXaoivu------''''''''''"""'
  ) end;

-- Text as people compare it: without case, accents and the letters of Twi, Ewe and Dagbani that unaccent's dictionary
-- leaves out. Names are resolved when the function is created, so that it does not depend on the search path and an
-- index may use it.
create or replace function fold(value text) returns text
  language sql immutable strict parallel safe
  return btrim(translate(lower(public.unaccent('public.unaccent'::regdictionary, as_seen(value))), 'ɔɣ', 'og'));

-- Words as the market compares them: folded, and separated at everything that is neither letter nor digit, so that
-- 'Wi-Fi', '3.5mm' and 'toyota.com' are plain words and never the parser's hosts, paths or numbers.
create or replace function plain_words(value text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(fold(value), '[^[:alnum:]]+', ' ', 'g'));

create or replace function longest(texts text[]) returns integer language sql immutable
  return (select max(length(one)) from unnest(texts) as one);
