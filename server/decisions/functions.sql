-- after: moderation

-- What a moderator calls it; empty of what is gone. Private messages are not quoted.
create or replace function target_title(kind text, target uuid) returns text language sql stable
  return case kind
    when 'product' then (select title from products where id = target)
    when 'person' then (select coalesce(nullif(full_name, ''), username, 'Unknown') from profiles where id = target)
    when 'review' then (
      select coalesce(nullif(title, ''), nullif(left(comment, 80), ''), rating || ' stars') from product_reviews where id = target
    )
    when 'message' then 'A private message'
  end;

-- Takes all that a person has published out of sight. Whether anything was in sight.
create or replace function hold_products_of(person uuid) returns boolean language sql as $$
  select coalesce(bool_or(hold_product(id, 'suspended')), false)
  from (select id from products where seller_id = person and status <> 'draft' order by id) as own
$$;

-- Back in sight, unless something else holds it.
create or replace function release_products_of(person uuid) returns boolean language sql as $$
  select coalesce(bool_or(release_product(id, 'suspended')), false)
  from (select id from products where seller_id = person and status = 'held' order by id) as own
$$;
