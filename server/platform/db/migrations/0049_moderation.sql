-- Held: out of sight until a moderator, or the end of a suspension, gives it back the status it had.
alter table products
  add column status_before_hold text
    constraint status_before_hold_known check (status_before_hold in ('available', 'reserved', 'sold')),
  drop constraint status_known,
  add constraint status_known check (status in ('draft', 'available', 'reserved', 'sold', 'held')),
  add constraint held_remembers_status check ((status = 'held') = (status_before_hold is not null)),
  drop constraint buyer_of_what_is_taken,
  add constraint buyer_of_what_is_taken check (buyer_id is null or coalesce(status_before_hold, status) in ('reserved', 'sold'));

-- Why a product is held; it is back once there is no reason left.
create table product_holds (
  product_id uuid not null constraint held_product_exists references products on delete cascade,
  cause text not null constraint hold_cause_known check (cause in ('review', 'removed', 'suspended')),
  created_at timestamptz(3) not null default now(),
  primary key (product_id, cause)
);

-- Who may decide about others. Counts only while the account has two-factor.
create table staff (
  account_id uuid primary key constraint staff_account_exists references accounts on delete cascade,
  role text not null constraint role_known check (role in ('moderator', 'administrator')),
  granted_at timestamptz(3) not null default now()
);

-- All reports and signals about one thing or person, until somebody decides.
create table cases (
  id uuid primary key default uuidv7(),
  target_kind text not null constraint case_target_known check (target_kind in ('product', 'person', 'message', 'review')),
  target_id uuid not null,
  -- The person who answers for it.
  subject_id uuid not null constraint case_person_exists references profiles on delete cascade,
  state text not null default 'open' constraint case_state_known check (state in ('open', 'decided')),
  risk real not null default 0,
  opened_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  -- Hours since 1970 when it was opened, less one for each point of risk: what is older or riskier comes first.
  queue_position double precision not null
    generated always as (extract(epoch from opened_at at time zone 'UTC') / 3600 - risk) stored,
  constraint decided_case_has_time check ((state = 'decided') = (decided_at is not null))
);
create unique index one_open_case_per_target on cases (target_kind, target_id) where state = 'open';
create index case_queue on cases (queue_position, id) where state = 'open';
create index cases_of_person on cases (subject_id, opened_at desc, id desc);
create index cases_of_target on cases (target_kind, target_id, opened_at desc);

-- Named reasons that a moderator reads; never a verdict. Their weights stand in moderation/rules.ts.
create table signals (
  id uuid primary key default uuidv7(),
  target_kind text not null constraint signal_target_known check (target_kind in ('product', 'person', 'message', 'review')),
  target_id uuid not null,
  subject_id uuid not null constraint signal_person_exists references profiles on delete cascade,
  reason text not null,
  weight real not null,
  detail jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  constraint one_signal_per_reason unique (target_kind, target_id, reason)
);
create index signals_of_person on signals (subject_id, created_at desc);

create table reports (
  id uuid primary key default uuidv7(),
  case_id uuid not null constraint reported_case_exists references cases on delete cascade,
  reporter_id uuid not null constraint reporter_exists references profiles on delete cascade,
  target_kind text not null constraint report_target_known check (target_kind in ('product', 'person', 'message', 'review')),
  target_id uuid not null,
  reason text not null,
  words text not null default '' constraint report_words_length check (length(words) <= 1000),
  -- What it adds to the risk: less from people whose reports were not upheld, nothing from a second account of one device.
  weight real not null,
  outcome text constraint report_outcome_known check (outcome in ('upheld', 'not-upheld')),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  constraint one_report_per_person unique (reporter_id, target_kind, target_id)
);
create index reports_of_case on reports (case_id, created_at);
create index reports_of_reporter on reports (reporter_id, created_at desc, id desc);

-- What moderators decided, with words for the person. Without references, so that it outlives what it is about.
create table decisions (
  id uuid primary key default uuidv7(),
  case_id uuid,
  target_kind text not null,
  target_id uuid not null,
  subject_id uuid not null,
  moderator_id uuid not null,
  action text not null constraint action_known check (
    action in ('approve', 'remove', 'hold', 'warn', 'limit', 'suspend', 'ban', 'restore')
  ),
  rule text,
  words text not null default '' constraint decision_words_length check (length(words) <= 1000),
  until timestamptz(3),
  -- What it was about, as it was then.
  evidence jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index decisions_of_person on decisions (subject_id, created_at desc, id desc);
create index decisions_newest on decisions (created_at desc, id desc);
create index decisions_of_case on decisions (case_id);

create table appeals (
  id uuid primary key default uuidv7(),
  decision_id uuid not null constraint one_appeal_per_decision unique,
  person_id uuid not null constraint appellant_exists references profiles on delete cascade,
  words text not null constraint appeal_words_length check (length(words) between 1 and 1000),
  outcome text constraint appeal_outcome_known check (outcome in ('upheld', 'rejected')),
  outcome_words text not null default '' constraint appeal_outcome_words_length check (length(outcome_words) <= 1000),
  decided_by uuid,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint decided_appeal_is_complete check (
    (outcome is null) = (decided_at is null) and (outcome is null) = (decided_by is null)
  )
);
create index open_appeals on appeals (created_at, id) where outcome is null;

-- What a person may not do at present; a time that has passed means nothing.
create table sanctions (
  person_id uuid primary key constraint sanctioned_person_exists references profiles on delete cascade,
  kind text not null constraint sanction_known check (kind in ('limited', 'suspended', 'banned')),
  until timestamptz(3),
  decision_id uuid not null,
  created_at timestamptz(3) not null default now(),
  constraint ban_has_no_end check (kind <> 'banned' or until is null),
  constraint others_end check (kind = 'banned' or until is not null)
);
create index sanctions_that_end on sanctions (until) where until is not null;

-- Looks at private messages, grants of roles and other acts of staff.
create table audit_entries (
  id uuid primary key default uuidv7(),
  actor_id uuid,
  action text not null,
  target_kind text,
  target_id uuid,
  detail jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index audit_newest on audit_entries (created_at desc, id desc);
create index audit_of_target on audit_entries (target_id, created_at desc);

-- A review that was removed is not shown and counts for nothing.
alter table product_reviews add column removed_at timestamptz(3);
alter table product_reviews alter column is_earned set expression as (
  earned_by is not null and not shares_access and removed_at is null
);
alter table product_reviews alter column standing set expression as (
  case
    when earned_by is null then 'without-conversation'::review_standing
    when shares_access or is_left_behind or removed_at is not null then 'set-aside'::review_standing
    else 'counted'::review_standing
  end
);
