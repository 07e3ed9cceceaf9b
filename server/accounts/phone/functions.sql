-- A verified profile loses its mark when its number changes, even if the same update sets the mark; code that
-- verifies a new number removes the mark first. The old number also stops logging in, unless it is the only
-- way into the account.
create or replace function unverify_changed_phone() returns trigger language plpgsql as $$
begin
  new.phone_verified := false;
  update accounts set phone = null, phone_proved_at = null, phone_waits_since = null
  where id = new.id and phone = old.phone and email is not null;
  return new;
end $$;

-- A number that its owner removed from the profile could log in only because the account had no other way in.
create or replace function forget_hidden_number() returns trigger language plpgsql as $$
begin
  if not exists (select from profiles where id = new.id and phone = new.phone and phone_verified) then
    new.phone := null;
    new.phone_proved_at := null;
    new.phone_waits_since := null;
  end if;
  return new;
end $$;
