-- A change of a number, from wherever, removes the mark that belonged to the old one. Only a profile without the
-- mark gets number and mark in one step, which is what verifying does. The number no longer logs in either, unless it is
-- the only way into the account.
create or replace function unverify_changed_phone() returns trigger language plpgsql as $$
begin
  new.phone_verified := false;
  update accounts set phone = null, phone_proved_at = null, phone_waits_since = null
  where id = new.id and phone = old.phone and email is not null;
  return new;
end $$;

-- A number that its person took off the profile logged in only because nothing else did.
create or replace function forget_hidden_number() returns trigger language plpgsql as $$
begin
  if not exists (select from profiles where id = new.id and phone = new.phone and phone_verified) then
    new.phone := null;
    new.phone_proved_at := null;
    new.phone_waits_since := null;
  end if;
  return new;
end $$;
