-- Notes a change of a published price, and whether the price fell. It falls if it is below all prices of the last 30
-- days and the one before stood for three days, so nobody raises a price to lower it. Further steps within 30 days
-- belong to the same fall. A listing that becomes another thing has no falls for 30 days.
create or replace function follow_price() returns trigger language plpgsql as $$
declare
  became_another boolean := is_another_thing(old.title, old.category_id, new.title, new.category_id);
  earlier record;
begin
  if not became_another and new.price is not distinct from old.price then
    return new;
  end if;
  select
    least(min(price_from), min(price_to), old.price) as lowest,
    coalesce(max(changed_at), old.created_at) <= now() - interval '3 days' as stood,
    coalesce(bool_or(became_another_thing), false) or became_another as was_another
  into earlier
  from price_changes where product_id = new.id and changed_at >= now() - :'price_changes_time'::interval;
  insert into price_changes (product_id, price_from, price_to, became_another_thing)
  values (new.id, old.price, new.price, became_another);

  if earlier.was_another or new.price >= earlier.lowest then
    new.fell_from := null;
    new.fell_at := null;
  elsif old.fell_at >= now() - :'price_changes_time'::interval then
    -- The fall goes on, from the same day.
    new.fell_from := old.fell_from;
  elsif earlier.stood then
    new.fell_from := earlier.lowest;
    new.fell_at := now();
  else
    new.fell_from := null;
    new.fell_at := null;
  end if;
  return new;
end
$$;
