create or replace trigger unverify_changed_phone before update of phone on profiles
  for each row when (old.phone_verified and new.phone is distinct from old.phone)
  execute function unverify_changed_phone();
