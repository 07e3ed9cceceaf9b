-- after: platform/db

-- The place and all places that contain it.
create or replace function containing_places(place smallint) returns setof smallint
  language sql stable strict parallel safe
begin atomic
  with recursive path (id, within_id) as (
    select id, within_id from places where id = place
    union all
    select p.id, p.within_id from path join places p on p.id = path.within_id
  )
  select id from path;
end;

-- Letters to insert, delete or change; two swapped neighbours count as one.
create or replace function slips_between(a text, b text) returns int
  language sql immutable strict parallel safe
  return case levenshtein_less_equal(a, b, 2)
    when 2 then case
      when length(a) = length(b) and (select string_agg(c, '' order by c) from string_to_table(a, null) as c)
        = (select string_agg(c, '' order by c) from string_to_table(b, null) as c) then 1
      else 2 end
    else levenshtein_less_equal(a, b, 2)
  end;

-- The places that a text names, from left to right and the longest first ('East Legon' is not Legon), also
-- with one typing error, or two in a long name. With `in_regions`, only names of places in those regions may
-- have an error, and they win among places of the same name. Anybody may send any text here, so the function
-- reads each name once and no more than the first 20 words.
create or replace function places_named(value text, in_regions text[] default null)
returns table (id smallint, nth int, is_exact boolean)
  language plpgsql stable parallel safe as $$
declare
  words text[] := (string_to_array(plain_words(value), ' '))[:20];
begin
  return query
    with recursive names as materialized (
      select p.id, known, length(known) as characters, p.region = any(in_regions) as is_within,
        length(known) > 3 or known = compact_name(p.name) as bears_slips
      from places p, unnest(p.compact_names) as known
    ),
    grams as materialized (
      select words[at:at + size - 1] as part, min(size) as size, array_agg(at) as starts,
        array_to_string(words[at:at + size - 1], '') as gram
      from generate_subscripts(words, 1) as at, generate_series(1, 3) as size
      where at + size - 1 <= cardinality(words)
      group by part
    ),
    exact as materialized (
      select g.part, n.id, coalesce(n.is_within, true) as is_meant
      from grams g join names n on n.known = g.gram
    ),
    alike as materialized (
      select g.part, g.size, n.id, greatest(length(g.gram), n.characters) as characters, slips_between(g.gram, n.known) as slips
      from (select *, length(gram) as characters from grams where length(gram) between 4 and 40) g
      join names n on n.characters between g.characters - 2 and g.characters + 2
        and n.bears_slips
        and (n.is_within is null or n.is_within and left(g.gram, 1) = left(n.known, 1))
        and levenshtein_less_equal(g.gram, n.known, 2) <= 2
      where not exists (select from exact e where e.part = g.part)
    ),
    near as (
      select a.part, a.id, a.slips, min(a.slips) over (partition by a.part) as fewest from alike a
      where a.slips <= case
        when a.characters < 7 then 1
        -- 'West Legon' names Legon, not East Legon.
        when a.size > 1 and exists (select from names n where n.known = any(a.part)) then 1
        else 2 end
    ),
    named as materialized (
      select g.size, start, found.id, found.is_exact
      from grams g, unnest(g.starts) as start, (
        select e.part, e.id, true as is_exact from exact e
        where e.is_meant or not exists (select from exact other where other.part = e.part and other.is_meant)
        union
        select n.part, n.id, false from near n where n.slips = n.fewest
      ) as found
      where found.part = g.part
    ),
    longest as materialized (select n.start, max(n.size) as size from named n group by n.start),
    steps (start) as (
      select 1
      union all
      select s.start + coalesce(l.size, 1) from steps s left join longest l using (start)
      where s.start < cardinality(words)
    )
    select n.id, n.start, n.is_exact from steps s join longest l using (start) join named n using (start, size);
end
$$;

-- The location of a listing: the most exact place in its region that its text names, otherwise the region's
-- centre; and all places that find the listing, which are those, the places that contain them, and towns
-- elsewhere that the text names.
create or replace function locate_product(
  in_region text, in_location text, out place_id smallint, out place_ids smallint[]
) language plpgsql stable parallel safe as $$
declare
  regions_meant text[] := array(
    select jsonb_array_elements_text(coalesce(:'former_regions'::jsonb -> in_region, jsonb_build_array(in_region)))
  );
  centre smallint := (select id from places where kind = 'region' and region = in_region);
  own smallint[];
  others smallint[];
begin
  select array_agg(n.id order by n.nth, n.id) filter (where p.region = any(regions_meant)),
    array_agg(n.id) filter (where p.region <> all(regions_meant))
  into own, others
  from places_named(in_location, regions_meant) n join places p using (id)
  where p.kind = 'town';
  place_id := coalesce((
    select one from unnest(own) with ordinality as named (one, at)
    where one <> all(array(
      select around from unnest(own) as other, containing_places(other) as around where around <> other))
    order by at limit 1
  ), centre);
  place_ids := array(
    select around from unnest(own || centre) as one, containing_places(one) as around where one is not null
    union select unnest(others) order by 1
  );
end
$$;

-- The place that a region and a free-text location mean: the town of that name ('Osu', otherwise the first
-- part of 'Osu, Accra'), otherwise the region's centre; null for an unknown region. The former Brong Ahafo
-- has the towns of the three regions into which it was divided.
create or replace function place_of(in_region text, in_location text) returns smallint
  language sql stable parallel safe
  return (select place_id from locate_product(in_region, in_location));

-- The meaning of a typed location: a region if it names nothing more exact; the places, nearest meaning
-- first; and a query on the `location_terms` of listings. Returns no row for a text that covers the whole
-- country.
create or replace function location_meaning(value text) returns table (region text, place_ids smallint[], query text)
  language plpgsql stable strict parallel safe as $$
declare
  words text[] := array_remove(string_to_array(plain_words(value), ' '), '');
  place_words text[] := array_remove(array_remove(words, 'ghana'), 'gh');
  typed text := array_to_string(place_words, ' ');
  words_before_comma int := cardinality(string_to_array(plain_words(split_part(value, ',', 1)), ' '));
  ids smallint[];
  starts int[];
  is_certain boolean;
begin
  if cardinality(words) > 0 and cardinality(place_words) = 0 then return; end if;
  select array_agg(n.id), array_agg(n.nth), coalesce(bool_or(n.is_exact), false)
  into ids, starts, is_certain from places_named(typed) n;
  return query
    with named as (select * from unnest(ids, starts) as n (id, nth)),
    begun as (
      select p.id, 0 as nth from places p, unnest(p.compact_names) as known
      where not is_certain and typed <> '' and starts_with(known, compact_name(typed))
    ),
    meant as (
      select m.id, min(m.nth) as nth, p.kind, p.region
      from (select * from begun union all select * from named) m
      join places p using (id) group by m.id, p.kind, p.region
    ),
    nearest as (
      select * from meant m
      where (m.kind = 'town' or not exists (select from meant t where t.kind = 'town'))
        and m.id <> all(array(
          select around from meant other, containing_places(other.id) as around where around <> other.id))
    ),
    -- 'Kasoa, Accra' means Kasoa, whatever its relation to Accra.
    chosen as (
      select * from nearest n
      where n.nth <= words_before_comma
        or not exists (select from nearest f where f.nth <= words_before_comma)
    )
    select
      case when count(*) = 1 and is_certain then max(c.region) filter (where c.kind = 'region') end,
      coalesce(array_agg(c.id order by c.nth, c.id), '{}'),
      coalesce(nullif(concat_ws(' | ',
        string_agg(format('''/%s''', c.id), ' | ' order by c.id),
        case when not is_certain and cardinality(place_words) > 0
          then '(''' || array_to_string(place_words, ''' & ''') || ''':*)' end
      ), ''), '''/0''')
    from chosen c;
end
$$;

create or replace function place_product() returns trigger language plpgsql as $$
declare
  located record := locate_product(new.region, new.location);
begin
  -- Keeps its place while a region is being renamed and the region's places are not renamed yet.
  if located.place_id is not null or new.region is null then
    new.place_id := located.place_id;
    new.place_ids := located.place_ids;
  end if;
  return new;
end
$$;

-- Counts the products on sale in each category, and computes the demand from them and their views.
create or replace function count_category_demand() returns void language sql as $$
  update categories c set products = found.products, demand = found.demand
  from (
    select c.id, count(p.id)::int as products,
      least(count(p.id) + coalesce(sum(v.count), 0), 2000000000)::int as demand
    from categories c
    left join products p on p.category_id = c.id and p.status in ('available', 'reserved')
    left join product_views v on v.product_id = p.id
    group by c.id
  ) as found
  where found.id = c.id and (c.products, c.demand) is distinct from (found.products, found.demand)
$$;
