-- When the person last showed again on this session that it is them; what cannot be undone asks for it.
alter table sessions add column reauthenticated_at timestamptz(3);

-- Without a row everything is on.
create table notification_preferences (
  account_id uuid primary key constraint preferences_account_exists references accounts on delete cascade,
  email boolean not null default true,
  push boolean not null default true,
  updated_at timestamptz(3) not null default now()
);

-- Copies of a person's data that they asked for. The file lies in the storage, named by the id.
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

-- A person who leaves takes their name off their reviews.
create index reviews_of_reviewer on product_reviews (reviewer_id);
