-- An account may begin with a phone number alone; an e-mail address follows when something needs it.
alter table accounts
  alter column email drop not null,
  -- The number that logs in, in E.164. Beside profiles.phone, which is what others may see.
  add column phone text
    constraint account_phone_number check (phone ~ '^\+[1-9][0-9]{6,14}$')
    constraint account_phone_unique unique,
  -- When somebody last proved by a code that they hold it.
  add column phone_proved_at timestamptz(3),
  -- Since when its holder waits to be let in without the account's other proof.
  add column phone_waits_since timestamptz(3),
  add constraint account_phone_is_proved check ((phone is null) = (phone_proved_at is null)),
  add constraint account_phone_waits check (phone_waits_since is null or phone is not null),
  add constraint confirmed_needs_an_email check (email is not null or email_verified_at is null);

update accounts a set phone = p.phone, phone_proved_at = now()
from profiles p
where p.id = a.id and p.phone_verified and p.phone ~ '^\+[1-9][0-9]{6,14}$';

-- The one open code of a number in a browser. The code itself stands nowhere: it follows from the row under the
-- deployment's key. Whether somebody has an account is not looked up before it was typed in.
create table phone_sign_in_codes (
  phone text not null constraint sign_in_code_number check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- Hash of the browser's name; the code works in no other.
  browser text not null,
  id uuid not null default uuidv7() constraint sign_in_code_unique unique,
  tries smallint not null default 0,
  expires_at timestamptz(3) not null,
  primary key (phone, browser)
);
create index phone_sign_in_codes_by_end on phone_sign_in_codes (expires_at);
