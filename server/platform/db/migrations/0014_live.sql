-- What one process tells the others and is too long for a notification; each row lives for half a minute.
-- Its columns are those of @socket.io/postgres-adapter.
create unlogged table live_attachments (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  payload bytea not null
);
create index live_attachments_by_age on live_attachments (created_at);
