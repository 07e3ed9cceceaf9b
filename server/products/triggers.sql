-- A category whose id changes makes nothing another thing.
create or replace trigger price_is_followed before update of price, title, category_id on products
  for each row when (
    pg_trigger_depth() = 0
    and old.status <> 'draft'
    and (new.price, new.title, new.category_id) is distinct from (old.price, old.title, old.category_id)
  )
  execute function follow_price();
