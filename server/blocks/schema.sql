-- People who want nothing to do with each other: a block holds in both directions, and only the blocker sees it.
create table blocks (
  blocker_id uuid not null constraint blocker_exists references profiles on delete cascade,
  blocked_id uuid not null constraint blocked_exists references people on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (blocker_id, blocked_id),
  constraint nobody_blocks_themselves check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id, blocker_id);
