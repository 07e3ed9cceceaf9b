-- Terms of attributes carry their category: one list of the index then answers both.
create function attribute_terms(category_id text, attributes jsonb) returns text[]
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

create or replace function search_vector(
  title text, tags text[], category_id text, description text, attributes jsonb
) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.english', plain_words(title)), 'A')
    || setweight(to_tsvector('pg_catalog.english', plain_words(tags::text)), 'B')
    || setweight(to_tsvector('pg_catalog.english', coalesce(plain_words(category_id), '')), 'C')
    || setweight(to_tsvector('pg_catalog.english', plain_words(description)), 'D')
    || setweight(to_tsvector('pg_catalog.english', plain_words(attribute_words(attributes))), 'B')
    || array_to_tsvector(coalesce(attribute_terms(category_id, attributes), '{}'));
drop function attribute_terms(jsonb);

-- Works out the vectors that have such terms.
update products set category_id = category_id where attributes <> '{}';
