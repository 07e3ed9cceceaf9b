-- The class of harm of a reason; null for reasons that a newer version stored.
create or replace function report_harm(reason text) returns smallint language sql immutable
  return (:'report_harm_ranks'::jsonb ->> reason)::smallint;

create or replace function signal_harm(reason text) returns smallint language sql immutable
  return (:'signal_harm_ranks'::jsonb ->> reason)::smallint;

-- The gravest class of a case: of its reports, and of the signals about its target and its person.
create or replace function case_harm(one uuid, kind text, target uuid, person uuid) returns smallint
  language sql stable as $$
  select coalesce(min(harm), :'least_harm_rank'::smallint)
  from (
    select signal_harm(reason) from signals
    where (target_kind, target_id) = (kind, target) or (target_kind, target_id) = ('person', person)
    union all
    select report_harm(reason) from reports where case_id = one
  ) as reasons (harm)
$$;

-- Open cases from before, and those whose reasons have moved to another class.
update cases set harm = now_is.harm
from (
  select id, case_harm(id, target_kind, target_id, subject_id) as harm from cases where state = 'open'
) as now_is
where now_is.id = cases.id and now_is.harm <> cases.harm;
