-- Only phones have a stored IMEI.
create or replace function forget_imei() returns trigger language plpgsql as $$
begin
  delete from product_imeis where product_id = new.id;
  return null;
end
$$;
