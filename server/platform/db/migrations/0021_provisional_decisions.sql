-- Decisions that their moderator may still take back, with what that restores. A job deletes the row after the
-- minute and only then tells anybody. Like other tables, it has no reference to decisions.
create table provisional_decisions (
  decision_id uuid primary key,
  -- The listing's holds, the evidence and the opening of the case, and whether a review was shown, as they were
  -- before. As text, so that facts keep their order.
  before json not null,
  ends_at timestamptz(3) not null default now() + interval '1 minute'
);
