-- The last seven days beside the seven before, counted once an hour.
create table week_figures (
  name text primary key,
  this_week double precision,
  week_before double precision,
  counted_at timestamptz(3) not null default now()
);

-- That a mail was sent and whether it arrived at a server, without its text. Kept thirty days.
create table mail_log (
  id uuid primary key default uuidv7(),
  kind text not null,
  person_id uuid constraint mailed_person_exists references profiles on delete cascade,
  -- 'k…@example.com'
  masked_address text not null,
  -- Code of the error; null if a server accepted the mail.
  failure text,
  created_at timestamptz(3) not null default now()
);
create index mail_log_newest on mail_log (created_at desc, id desc);
create index mail_log_of_person on mail_log (person_id) where person_id is not null;

-- A notice of an administrator on every page, until it ends.
create table site_notice (
  id uuid primary key default uuidv7(),
  -- One at a time.
  is_only boolean not null default true unique constraint notice_is_only check (is_only),
  text text not null constraint notice_length check (length(text) between 1 and 200),
  kind text not null constraint notice_kind_known check (kind in ('info', 'warning')),
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
