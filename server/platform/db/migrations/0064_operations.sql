-- The last seven days beside the seven before, counted once an hour.
create table week_figures (
  name text primary key,
  this_week double precision,
  week_before double precision,
  counted_at timestamptz(3) not null default now()
);
-- By these the count reads what is new alone, at next to no cost for what is written.
create index profiles_by_time on profiles using brin (created_at);
create index conversations_by_time on conversations using brin (created_at);
create index messages_by_time on messages using brin (created_at);
create index products_sold_by_time on products (status_changed_at) where status = 'sold';
create index holds_by_time on product_holds (created_at);

-- That a mail was sent and came of it what, without what it said. Kept thirty days.
create table mail_log (
  id uuid primary key default uuidv7(),
  kind text not null,
  person_id uuid constraint mailed_person_exists references profiles on delete cascade,
  -- 'k…@example.com'
  masked_address text not null,
  -- Code of the error; null where a server took the mail.
  failure text,
  created_at timestamptz(3) not null default now()
);
create index mail_log_newest on mail_log (created_at desc, id desc);
create index mail_log_of_person on mail_log (person_id) where person_id is not null;
