-- Notes a change of a published price. It is a fall only below all prices of the last 30 days, so that nobody raises a
-- price to lower it; several falls in a row count from the first. A listing that becomes another thing has no
-- earlier price.
create or replace function follow_price() returns trigger language plpgsql as $$
declare
  window_start timestamptz := now() - interval '30 days';
  lowest numeric;
begin
  if is_another_thing(old.title, old.category_id, new.title, new.category_id) then
    delete from price_changes where product_id = new.id;
    new.fell_from := null;
    new.fell_at := null;
  elsif new.price is distinct from old.price then
    delete from price_changes where product_id = new.id and changed_at < window_start;
    select least(min(price_from), min(price_to), old.price) into lowest from price_changes where product_id = new.id;
    insert into price_changes (product_id, price_from, price_to) values (new.id, old.price, new.price);
    if new.price < lowest then
      new.fell_from := case when old.fell_at >= window_start then old.fell_from else lowest end;
      new.fell_at := now();
    else
      new.fell_from := null;
      new.fell_at := null;
    end if;
  end if;
  return new;
end
$$;
