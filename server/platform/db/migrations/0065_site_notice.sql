-- What an administrator has every page say, until it ends.
create table site_notice (
  id uuid primary key default uuidv7(),
  -- One at a time.
  is_only boolean not null default true unique constraint notice_is_only check (is_only),
  text text not null constraint notice_length check (length(text) between 1 and 200),
  kind text not null constraint notice_kind_known check (kind in ('info', 'warning')),
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);

-- Words that no name of a person may have from now on.
create table refused_words (
  word text primary key constraint refused_word_length check (length(word) between 2 and 40),
  created_at timestamptz(3) not null default now()
);
