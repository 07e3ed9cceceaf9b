-- A change of a number, from wherever, removes the mark that belonged to the old one. Only a profile without the
-- mark gets number and mark in one step, which is what verifying does.
create or replace function unverify_changed_phone() returns trigger language plpgsql as $$
begin
  new.phone_verified := false;
  return new;
end $$;
