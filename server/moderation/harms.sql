-- The class of harm of a reason; null for reasons that a newer version stored.
create or replace function report_harm(reason text) returns smallint language sql immutable
  return (:'report_harm_ranks'::jsonb ->> reason)::smallint;

create or replace function signal_harm(reason text) returns smallint language sql immutable
  return (:'signal_harm_ranks'::jsonb ->> reason)::smallint;

-- Whether a report of danger puts its case into the first class. Of the reports that one person, device or mailbox has
-- open at once, the first three do; none do after three in 90 days that were wrong, unless another was right.
create or replace function is_credible(one reports) returns boolean language sql stable as $$
  with senders as (
    select one.reporter_id as id
    union
    select theirs.account_id from access_traces mine join access_traces theirs using (kind, hash)
    where mine.account_id = one.reporter_id and mine.kind = 'device'
  ), others as (
    select r.* from senders join reports r on r.reporter_id = senders.id
    union all
    select r.* from outside_reporters own
    join outside_reporters other on other.mailbox_hash = own.mailbox_hash
    join reports r on r.id = other.report_id
    where own.report_id = one.id
  )
  select count(*) filter (where outcome is null and (created_at, id) < (one.created_at, one.id)) < 3
    and (
      count(*) filter (where outcome = 'not-upheld' and created_at > now() - interval '90 days') < 3
      or count(*) filter (where outcome = 'upheld') > 0
    )
  from others where report_harm(reason) = 1 and id <> one.id
$$;

-- The class to which the reports of danger lift a case: the class below if none is credible, null without any. Only the
-- newest are looked at, so that a flood of them does not slow the next one down.
create or replace function danger_of_case(one uuid) returns smallint language sql stable as $$
  select case
    when not exists (select from reports where case_id = one and report_harm(reason) = 1) then null
    when exists (
      select from (
        select r from reports r where case_id = one and report_harm(reason) = 1 order by created_at desc limit 50
      ) as newest
      where is_credible(newest.r)
    ) then 1
    else 2
  end
$$;

-- The gravest class of a case: of its reports, and of the signals about its target. A signal about the person counts for
-- their other cases for 30 days.
create or replace function case_harm(one uuid, kind text, target uuid, person uuid) returns smallint
  language sql stable as $$
  select coalesce(min(harm), :'least_harm_rank'::smallint)
  from (
    select signal_harm(reason) from signals
    where (target_kind, target_id) = (kind, target)
      or (target_kind, target_id) = ('person', person) and created_at > now() - interval '30 days'
    union all
    select report_harm(reason) from reports where case_id = one and report_harm(reason) > 1
    union all
    select danger_of_case(one)
  ) as reasons (harm)
$$;

-- Open cases from before, and those whose reasons have moved to another class.
update cases set harm = now_is.harm
from (
  select id, case_harm(id, target_kind, target_id, subject_id) as harm from cases where state = 'open'
) as now_is
where now_is.id = cases.id and now_is.harm <> cases.harm;
