-- Moderators who have an open case on their screen. A row counts for ten minutes after its last sign of life, and keeps
-- nobody from deciding.
create table case_claims (
  case_id uuid not null constraint claimed_case_exists references cases on delete cascade,
  moderator_id uuid not null constraint claiming_moderator_exists references staff on delete cascade,
  seen_at timestamptz(3) not null default now(),
  primary key (case_id, moderator_id)
);
create index claims_of_moderator on case_claims (moderator_id);

-- What moderators tell each other about a case; nobody else reads it. Deleted with its case.
create table case_notes (
  -- Chosen by the browser, so that a note that is sent twice is stored once.
  id uuid primary key,
  case_id uuid not null constraint noted_case_exists references cases on delete cascade,
  -- A note stays after its author has left.
  author_id uuid constraint note_author_exists references profiles on delete set null,
  text text not null constraint case_note_length check (length(text) between 1 and 1000),
  created_at timestamptz(3) not null default now()
);
create index notes_of_case on case_notes (case_id, created_at, id);
create index notes_of_author on case_notes (author_id);

-- For the figures of the week.
create index appeals_by_decision_time on appeals (decided_at) where decided_at is not null;
