create or replace trigger unverify_changed_phone before update of phone on profiles
  for each row when (old.phone_verified and new.phone is distinct from old.phone)
  execute function unverify_changed_phone();
create or replace trigger forget_hidden_number before update of email on accounts
  for each row when (old.email is null and new.email is not null and new.phone is not null)
  execute function forget_hidden_number();
