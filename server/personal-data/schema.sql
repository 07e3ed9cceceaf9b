-- Copies of a person's data that they requested. The file is in the storage, named by the id.
create table data_exports (
  id uuid primary key default uuidv7(),
  account_id uuid not null constraint export_account_exists references accounts on delete cascade,
  status text not null default 'preparing'
    constraint export_status_known check (status in ('preparing', 'ready', 'failed')),
  requested_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  constraint ready_export_ends check (status <> 'ready' or expires_at is not null)
);
create unique index one_export_under_way on data_exports (account_id) where status = 'preparing';
create index exports_of_account on data_exports (account_id, requested_at desc);
create index exports_by_end on data_exports (expires_at);
