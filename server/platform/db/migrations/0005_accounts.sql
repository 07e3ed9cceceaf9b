-- How a person signs in. Everything that others may see of them stands in profiles.
create table accounts (
  id uuid primary key constraint account_profile_exists references profiles on delete cascade,
  email text not null constraint account_email_length check (length(email) <= 254)
    constraint account_email_lower_case check (email = lower(email)),
  email_verified_at timestamptz(3),
  -- Argon2id in PHC form; null for those who only sign in through a provider.
  password_hash text,
  -- AES-256-GCM under the deployment's key; null without two-factor.
  totp_secret bytea,
  totp_enabled_at timestamptz(3),
  -- The last time step used, so that no code is taken twice (RFC 6238 5.2).
  totp_last_step bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint account_email_unique unique (email),
  constraint totp_needs_a_secret check (totp_enabled_at is null or totp_secret is not null)
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
  expires_at timestamptz(3) not null
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

-- Secrets of links and of second steps: used once, kept as hashes. The secret itself is derived from the id under
-- the deployment's key, so that a mail's job carries only the id.
create table one_time_tokens (
  id uuid primary key default uuidv7(),
  hash bytea not null constraint one_time_token_unique unique,
  purpose text not null,
  account_id uuid not null constraint token_account_exists references accounts on delete cascade,
  payload jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

create index one_time_tokens_of_account on one_time_tokens (account_id, purpose);
create index one_time_tokens_by_end on one_time_tokens (expires_at);

-- Losing these counts in a crash harms nobody, so they skip the write-ahead log.
create unlogged table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz(3) not null
);

create index rate_limits_by_end on rate_limits (resets_at);
