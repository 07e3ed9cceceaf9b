-- Rows that already have a place (bulk loads) never call the function.
create or replace trigger place_new_product before insert on products
  for each row when (new.place_id is null)
  execute function place_product();

create or replace trigger place_moved_product before update of region, location on products
  for each row when ((new.region, new.location) is distinct from (old.region, old.location))
  execute function place_product();
