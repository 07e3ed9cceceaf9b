create type contact_visibility as enum ('everyone', 'signed-in', 'nobody');

-- What others may see of a person.
create table profiles (
  id uuid primary key default uuidv7(),
  username text constraint username_length check (length(username) <= 50),
  -- A name appears on pages, in notifications and in mails: it is one line, does not change the direction of the text
  -- after it, and shows something (contract/plain-text.ts).
  full_name text constraint full_name_length check (length(full_name) <= 50)
    constraint full_name_is_one_line check (
      full_name !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]'
    )
    constraint full_name_is_seen check (
      full_name ~ '[^\u0020\u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]'
    ),
  avatar_url text,
  bio text constraint bio_length check (length(bio) <= 500),
  location text constraint profile_location_length check (length(location) <= 100),
  phone text constraint phone_length check (length(phone) <= 20),
  phone_verified boolean not null default false,
  email text constraint email_length check (length(email) <= 254),
  website text constraint website_length check (length(website) <= 255),
  email_visibility contact_visibility not null default 'signed-in',
  phone_visibility contact_visibility not null default 'signed-in',
  website_visibility contact_visibility not null default 'everyone',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3),
  shows_presence boolean not null default true,
  constraint verified_needs_a_phone check (phone is not null or not phone_verified)
);
create unique index username_unique on profiles (lower(username));
-- A number belongs to the last person who proved to hold it: SIM cards change hands.
create unique index one_holder_of_a_verified_phone on profiles (phone) where phone_verified;
-- Moderators find people by these.
create index profiles_by_name on profiles using gin (to_tsvector('simple', fold(coalesce(full_name, ''))));
create index profiles_by_phone on profiles (phone) where phone is not null;
-- The week's figures read only new rows by this index, which costs writers next to nothing.
create index profiles_by_time on profiles using brin (created_at);

-- How a person signs in.
create table accounts (
  id uuid primary key constraint account_profile_exists references profiles on delete cascade,
  -- An account may begin with a phone number alone; an e-mail address follows when something needs it.
  email text constraint account_email_length check (length(email) <= 254)
    constraint account_email_lower_case check (email = lower(email)),
  email_verified_at timestamptz(3),
  -- Argon2id in PHC form; null for people who only sign in another way.
  password_hash text,
  -- AES-256-GCM under the deployment's key; null without two-factor.
  totp_secret bytea,
  totp_enabled_at timestamptz(3),
  -- The last time step used, so that no code is accepted twice (RFC 6238 5.2).
  totp_last_step bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Raised by a new password: devices that the account knew before are new to it again.
  device_epoch integer not null default 0,
  -- When the secret was made that waits for its first code, so that a reload shows the same one.
  totp_started_at timestamptz(3),
  -- Keyed hash of the mailbox that the person registered with (see person-hashes). Limits and reviews know
  -- people by it, so that deleting an account and registering again resets nothing. It is null until the account
  -- changes its address: before, it follows from the address.
  mailbox_hash bytea constraint mailbox_hash_length check (length(mailbox_hash) = 32),
  -- The number that logs in, in E.164. profiles.phone is the one that others may see.
  phone text
    constraint account_phone_number check (phone ~ '^\+[1-9][0-9]{6,14}$')
    constraint account_phone_unique unique,
  -- When somebody last proved by a code that they hold it.
  phone_proved_at timestamptz(3),
  -- Since when its holder waits to be let in without the account's other proof.
  phone_waits_since timestamptz(3),
  constraint account_email_unique unique (email),
  constraint totp_needs_a_secret check (totp_enabled_at is null or totp_secret is not null),
  constraint account_phone_is_proved check ((phone is null) = (phone_proved_at is null)),
  constraint account_phone_waits check (phone_waits_since is null or phone is not null),
  constraint confirmed_needs_an_email check (email is not null or email_verified_at is null)
);

create table account_identities (
  provider text not null constraint provider_known check (provider in ('google', 'github')),
  subject text not null,
  account_id uuid not null constraint identity_account_exists references accounts on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (provider, subject)
);
create index identities_of_account on account_identities (account_id);

create table recovery_codes (
  account_id uuid not null constraint recovery_account_exists references accounts on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

-- One sign-in on one device: the family of its refresh tokens.
create table sessions (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint session_account_exists references accounts on delete cascade,
  device_name text not null constraint device_name_length check (length(device_name) <= 100),
  -- Set while a reset link's session may choose a password without the current one.
  recovery_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- When the person last proved in this session who they are; what cannot be undone requires it.
  reauthenticated_at timestamptz(3),
  -- The session in which the account was confirmed: its first password is no change to warn of.
  is_first boolean not null default false,
  -- When the person last entered a code of the second factor in this session.
  second_step_at timestamptz(3)
);
create index sessions_of_account on sessions (account_id, last_used_at desc);
create index sessions_by_end on sessions (expires_at);

-- Only hashes: a leaked database opens no account.
create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null constraint refresh_session_exists references sessions on delete cascade,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3)
);
create index refresh_tokens_of_session on refresh_tokens (session_id);

-- Secrets of links and of second steps, as hashes. The secret itself is derived from the id under the deployment's key,
-- so that a mail's job carries only the id.
create table one_time_tokens (
  id uuid primary key default uuidv7(),
  hash bytea not null constraint one_time_token_unique unique,
  purpose text not null,
  account_id uuid not null constraint token_account_exists references accounts on delete cascade,
  payload jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- A used link stays until it expires: the browser that requested it still gets through for an hour, and another tab
  -- reports that it was used.
  used_at timestamptz(3)
);
create index one_time_tokens_of_account on one_time_tokens (account_id, purpose);
create index one_time_tokens_by_end on one_time_tokens (expires_at);

-- The one open code of an account. The code itself is not stored, not even hashed: it follows from the row's id, the
-- account and the number under the deployment's key.
create table phone_codes (
  account_id uuid primary key constraint phone_code_account_exists references accounts on delete cascade,
  id uuid not null default uuidv7() constraint phone_code_unique unique,
  phone text not null constraint phone_code_number check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  tries smallint not null default 0,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

-- The one open code of a number in a browser; it is not stored either. Whether the number has an account is looked up
-- only after the code was entered.
create table phone_sign_in_codes (
  phone text not null constraint sign_in_code_number check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- Hash of the browser's name; the code works in no other browser.
  browser text not null,
  id uuid not null default uuidv7() constraint sign_in_code_unique unique,
  tries smallint not null default 0,
  expires_at timestamptz(3) not null,
  primary key (phone, browser)
);
create index phone_sign_in_codes_by_end on phone_sign_in_codes (expires_at);

-- Without a row everything is on.
create table notification_preferences (
  account_id uuid primary key constraint preferences_account_exists references accounts on delete cascade,
  -- Whether mail and push are used at all.
  email boolean not null default true,
  push boolean not null default true,
  updated_at timestamptz(3) not null default now(),
  -- Types of notifications that the person does not want by this channel; a trigger compares them with notification_types.
  in_app_off text[] not null default '{}',
  push_off text[] not null default '{}',
  email_off text[] not null default '{}'
);

-- Words that no new name may contain.
create table refused_words (
  word text primary key constraint refused_word_length check (length(word) between 2 and 40),
  created_at timestamptz(3) not null default now()
);
