-- {"brand": "Samsung", "storage": "128 GB", "year": 2014}: what is known of a thing of its category. The service checks
-- names and values against the contract's table.
alter table products add column attributes jsonb not null default '{}'
  constraint attributes_few check (jsonb_typeof(attributes) = 'object' and length(attributes::text) <= 2000)
  constraint attributes_plain check (
    not jsonb_path_exists(attributes, 'strict $.* ? (@.type() != "string" && @.type() != "number")')
  );

-- The vector has them too from now on. A generated column would be worked out anew for every product while nobody may
-- read the table; a trigger begins with the next change, and without attributes the vectors are what they were.
alter table products alter column search drop expression;
alter table products alter column search set default '';
drop function search_vector(text, text[], text, text);

create function number_band(value numeric) returns int
  language sql immutable strict parallel safe
  return floor(ln(value::float8 + 1) * 4)::int;

create function plain_attributes(attributes jsonb) returns jsonb
  language sql immutable strict parallel safe
  return case when jsonb_typeof(attributes) = 'object' then jsonb_strip_nulls(attributes) else '{}' end;

create function attribute_terms(attributes jsonb) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(term), '{}') from (
      select '/a/' || key || '/' || translate(lower((value #>> '{}') collate "C"), '#', ' ') as term
      from jsonb_each(plain_attributes(attributes))
      union all
      select '/a/' || key || '/~' || number_band(value::numeric)
      from jsonb_each(plain_attributes(attributes)) where jsonb_typeof(value) = 'number'
    ) as terms
  );

create function attribute_words(attributes jsonb) returns text
  language sql immutable strict parallel safe
  return (select coalesce(string_agg(value, ' '), '') from jsonb_each_text(plain_attributes(attributes)));

create function search_vector(title text, tags text[], category_id text, description text, attributes jsonb)
  returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.english', plain_words(title)), 'A')
    || setweight(to_tsvector('pg_catalog.english', plain_words(tags::text)), 'B')
    || setweight(to_tsvector('pg_catalog.english', coalesce(plain_words(category_id), '')), 'C')
    || setweight(to_tsvector('pg_catalog.english', plain_words(description)), 'D')
    || setweight(to_tsvector('pg_catalog.english', plain_words(attribute_words(attributes))), 'B')
    || array_to_tsvector(attribute_terms(attributes));

create function fill_search() returns trigger language plpgsql as $$
begin
  new.search := search_vector(new.title, new.tags, new.category_id, new.description, new.attributes);
  return new;
end
$$;
create trigger fill_search before insert or update of title, tags, category_id, description, attributes on products
  for each row execute function fill_search();

-- {"mileage": [0, 100000]}: between which numbers a product's attributes must be for a saved search.
alter table saved_searches add column attribute_ranges jsonb not null default '{}';
