-- Returns the rules in `reading` (prepared by server/moderation/guard/service.ts) that concern the message's
-- reader; null for none. If the seller names a wallet, its number and name are compared with the seller's
-- own.
create or replace function guard_warnings(reading jsonb, product uuid, sender uuid) returns smallint[]
  language plpgsql stable as $$
declare
  seller uuid;
  own profiles;
  found jsonb;
begin
  select seller_id into seller from products where id = product;
  found := case
    when seller = sender then reading -> 'buyer'
    when seller is not null then reading -> 'seller'
    else (reading -> 'buyer') || (reading -> 'seller')
  end;
  if seller = sender and reading ? 'wallet' then
    select * into own from profiles where id = sender;
    if own.phone_verified and jsonb_array_length(reading -> 'wallet' -> 'phones') > 0
      and not reading -> 'wallet' -> 'phones' ? own.phone then
      found := found || (reading -> 'wallet' -> 'otherNumber');
    end if;
    if jsonb_array_length(reading -> 'wallet' -> 'names') > 0 and not exists (
      select from jsonb_array_elements_text(reading -> 'wallet' -> 'names') name
      where fold(coalesce(own.full_name, '')) like '%' || name || '%'
    ) then
      found := found || (reading -> 'wallet' -> 'otherName');
    end if;
  end if;
  return nullif(array(select distinct value::smallint from jsonb_array_elements_text(found) order by 1), '{}');
end
$$;
