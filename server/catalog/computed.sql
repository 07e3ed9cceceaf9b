-- after: platform/db
-- Columns store the results of these functions, so a change of one needs a migration that computes them
-- again.

-- A name without case, accents, spaces and hyphens: 'Korle-Bu', 'Korle Bu' and 'KorleBu' are the same.
create or replace function compact_name(value text) returns text
  language sql immutable strict parallel safe
  return replace(plain_words(value), ' ', '');

create or replace function compact_names(name text, other_names text[]) returns text[]
  language sql immutable parallel safe
  return (select array_agg(distinct compact_name(one)) from unnest(array[name] || other_names) as one);

-- The words of the seller's text, and '/12' for each place that contains the location.
create or replace function location_terms(location text, place_ids smallint[]) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(
    array_remove(string_to_array(plain_words(location), ' '), '')
    || array(select '/' || id from unnest(place_ids) as id)
  );
