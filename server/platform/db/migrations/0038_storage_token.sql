-- The folder or bucket of this site's photos holds the same token: a process with another one is refused at its start.
create table storage_token (
  is_single boolean primary key default true constraint storage_token_is_single check (is_single),
  token uuid not null default gen_random_uuid()
);
