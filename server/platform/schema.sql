create extension unaccent;
create extension pg_trgm;
create extension btree_gin;
create extension fuzzystrmatch;

-- Sign-ins, codes, reveals and mails are counted here to protect accounts. The table is logged, so that a crash of the
-- database hands out no fresh attempts.
create table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz(3) not null
);
create index rate_limits_by_end on rate_limits (resets_at);

-- Mails and text messages of a site on a developer's machine, which has no mail server or SMS provider.
create table outbox_messages (
  id uuid primary key default uuidv7(),
  channel text not null constraint outbox_channel_known check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text not null default '',
  created_at timestamptz(3) not null default now()
);
create index outbox_messages_of_recipient on outbox_messages (recipient, id desc);

-- The folder or bucket of this site's photos has the same token: a process with another one refuses to start.
create table storage_token (
  is_single boolean primary key default true constraint storage_token_is_single check (is_single),
  token uuid not null default gen_random_uuid()
);

-- People's connections to each process. A process that dies is noticed because its beat stops.
create unlogged table live_processes (
  id uuid primary key,
  beat_at timestamptz(3) not null default now()
);
create unlogged table presences (
  user_id uuid not null,
  process_id uuid not null constraint presence_process_exists references live_processes on delete cascade,
  primary key (user_id, process_id)
);
create index presences_of_process on presences (process_id);

-- Messages between processes that are too long for a notification; each row lives for half a minute. The columns are
-- those of @socket.io/postgres-adapter.
create unlogged table live_attachments (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  payload bytea not null
);
create index live_attachments_by_age on live_attachments (created_at);
