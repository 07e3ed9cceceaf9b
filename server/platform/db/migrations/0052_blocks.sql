-- Who wants nothing to do with whom: it holds in both directions, and only the blocker is shown it.
create table blocks (
  blocker_id uuid not null constraint blocker_exists references profiles on delete cascade,
  blocked_id uuid not null constraint blocked_exists references profiles on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (blocker_id, blocked_id),
  constraint nobody_blocks_themselves check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id, blocker_id);

-- Of the people who wrote first about a listing, how many in a hundred got an answer; null while that is not known.
alter table seller_figures add column reply_rate smallint
  constraint reply_rate_is_a_share check (reply_rate between 0 and 100);
