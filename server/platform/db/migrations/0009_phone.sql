-- The one open code of an account. The code itself stands nowhere, not even hashed: it follows from the row's id,
-- the account and the number under the deployment's key.
create table phone_codes (
  account_id uuid primary key constraint phone_code_account_exists references accounts on delete cascade,
  id uuid not null default uuidv7() constraint phone_code_unique unique,
  phone text not null constraint phone_code_number check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  tries smallint not null default 0,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

alter table profiles add constraint verified_needs_a_phone check (phone is not null or not phone_verified);

-- A number belongs to the last who proved to hold it: SIM cards change hands.
create unique index one_holder_of_a_verified_phone on profiles (phone) where phone_verified;

-- Whoever changes a number, from wherever, loses the mark that belonged to the old one. Only a profile without the
-- mark gets number and mark in one step, which is what verifying does.
create function unverify_changed_phone() returns trigger language plpgsql as $$
begin
  new.phone_verified := false;
  return new;
end $$;

create trigger unverify_changed_phone before update of phone on profiles
  for each row when (old.phone_verified and new.phone is distinct from old.phone)
  execute function unverify_changed_phone();
