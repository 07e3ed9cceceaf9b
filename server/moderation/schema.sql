-- Everybody who has a profile, and people who deleted their account while something that protects others lives on.
create table people (
  id uuid primary key,
  -- When the account was deleted.
  left_at timestamptz(3)
);
create index people_who_left on people (left_at) where left_at is not null;

-- Mailboxes and phone numbers that a person has proved, as keyed hashes (see person-hashes): they outlive the
-- account only while something else does.
create table identity_hashes (
  person_id uuid not null constraint identified_person_exists references people on delete cascade,
  hash bytea not null constraint identity_hash_length check (length(hash) = 32),
  proved_at timestamptz(3) not null default now(),
  primary key (person_id, hash)
);
create index identity_hashes_by_hash on identity_hashes (hash);

-- Why a product is held, and when it goes online by itself if no moderator has decided; it is back once no reason is
-- left. Only decisions have no end here.
create table product_holds (
  product_id uuid not null constraint held_product_exists references products on delete cascade,
  cause text not null constraint hold_cause_known check (
    cause in (
      'first-listing', 'photo-of-another', 'imei-of-another', 'imei-stolen', 'banned-mailbox', 'changed-while-limited',
      'moderator', 'removed', 'suspended'
    )
  ),
  created_at timestamptz(3) not null default now(),
  until timestamptz(3),
  primary key (product_id, cause),
  constraint decisions_alone_hold_without_end check ((until is null) = (cause in ('removed', 'suspended')))
);
create index holds_by_time on product_holds (created_at);
create index holds_that_end on product_holds (until) where until is not null;

-- A seller's answers to the moderators about a held listing.
create table hold_answers (
  product_id uuid not null constraint answered_product_exists references products on delete cascade,
  answered_on date not null default (now() at time zone 'UTC')::date,
  words text not null constraint hold_answer_length check (length(words) between 1 and 1000),
  created_at timestamptz(3) not null default now(),
  constraint one_hold_answer_a_day primary key (product_id, answered_on)
);

-- What a banned person's profile said, until the ban is lifted: meanwhile none of it is public.
create table withheld_profiles (
  person_id uuid primary key constraint withheld_person_exists references profiles on delete cascade,
  full_name text,
  username text,
  avatar_url text,
  bio text,
  location text,
  website text,
  withheld_at timestamptz(3) not null default now()
);

-- Reviews that a ban took out of sight; its end brings them back.
create table withheld_reviews (
  review_id uuid primary key constraint withheld_review_exists references product_reviews on delete cascade,
  person_id uuid not null constraint withheld_reviewer_exists references profiles on delete cascade
);
create index withheld_reviews_of_person on withheld_reviews (person_id);

-- People who may decide about others. The role counts only while the account has two-factor.
create table staff (
  account_id uuid primary key constraint staff_account_exists references accounts on delete cascade,
  role text not null constraint role_known check (role in ('moderator', 'administrator')),
  granted_at timestamptz(3) not null default now(),
  -- When they last decided or looked: first listings wait only while somebody is there.
  seen_at timestamptz(3)
);

-- All reports and signals about one thing or person, until somebody decides.
create table cases (
  id uuid primary key default uuidv7(),
  target_kind text not null constraint case_target_known check (target_kind in ('product', 'person', 'message', 'review')),
  target_id uuid not null,
  -- The person who is responsible for it.
  subject_id uuid not null constraint case_person_exists references people on delete cascade,
  state text not null default 'open' constraint case_state_known check (state in ('open', 'decided')),
  risk real not null default 0,
  opened_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  -- Hours since 1970 when it was opened, less one for each point of risk: older and riskier cases come first.
  queue_position double precision not null
    generated always as (extract(epoch from opened_at at time zone 'UTC') / 3600 - risk) stored,
  -- What the case is about, as it was when it or its person was deleted.
  evidence json,
  constraint decided_case_has_time check ((state = 'decided') = (decided_at is not null)),
  constraint evidence_until_decided check (state = 'open' or evidence is null)
);
create unique index one_open_case_per_target on cases (target_kind, target_id) where state = 'open';
create index case_queue on cases (queue_position, id) where state = 'open';
create index cases_of_person on cases (subject_id, opened_at desc, id desc);
create index cases_of_target on cases (target_kind, target_id, opened_at desc);
create index cases_by_decision on cases (decided_at) where decided_at is not null;

-- Photos of listings with an open case that were deleted. Their files are removed once it is decided.
create table case_photos (
  case_id uuid not null constraint photographed_case_exists references cases on delete cascade,
  image_url text not null,
  width integer not null,
  height integer not null,
  thumbhash text not null,
  position smallint not null,
  primary key (case_id, image_url)
);
create index case_photos_by_address on case_photos (image_url);

-- Named reasons that a moderator reads; never a verdict. Their weights are in moderation/rules.ts.
create table signals (
  id uuid primary key default uuidv7(),
  target_kind text not null constraint signal_target_known check (target_kind in ('product', 'person', 'message', 'review')),
  target_id uuid not null,
  subject_id uuid not null constraint signal_person_exists references people on delete cascade,
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
  -- A report counts also after its reporter has left.
  reporter_id uuid constraint reporter_exists references profiles on delete set null,
  target_kind text not null constraint report_target_known check (target_kind in ('product', 'person', 'message', 'review')),
  target_id uuid not null,
  reason text not null,
  words text not null default '' constraint report_words_length check (length(words) <= 1000),
  -- What it adds to the risk: less from people whose reports were not upheld, nothing from a second account of one device.
  weight real not null,
  outcome text constraint report_outcome_known check (outcome in ('upheld', 'not-upheld')),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);
-- Once decided, the same person may report the target again.
create unique index one_open_report_per_person on reports (reporter_id, target_kind, target_id) where outcome is null;
create index reports_of_case on reports (case_id, created_at);
create index reports_of_reporter on reports (reporter_id, created_at desc, id desc);
create index reports_by_time on reports (created_at);

-- Pictures that a reporter adds, for them and for moderators alone. A job removes the files.
create table report_pictures (
  report_id uuid not null constraint pictured_report_exists references reports on delete cascade,
  position smallint not null constraint report_picture_position check (position between 0 and 2),
  image_url text not null constraint report_picture_unique unique,
  width integer not null,
  height integer not null,
  thumbhash text not null,
  created_at timestamptz(3) not null default now(),
  primary key (report_id, position)
);

-- What moderators decided, with words for the person. It has no references, so that it outlives what it is about.
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
create index decisions_of_target on decisions (target_id, created_at desc);

create table appeals (
  id uuid primary key default uuidv7(),
  decision_id uuid not null constraint one_appeal_per_decision unique,
  person_id uuid not null constraint appellant_exists references people on delete cascade,
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
create index appeals_by_time on appeals (created_at);

-- What a person may not do at present; a time that has passed means nothing.
create table sanctions (
  person_id uuid primary key constraint sanctioned_person_exists references people on delete cascade,
  kind text not null constraint sanction_known check (kind in ('limited', 'suspended', 'banned')),
  until timestamptz(3),
  decision_id uuid not null,
  created_at timestamptz(3) not null default now(),
  constraint ban_has_no_end check (kind <> 'banned' or until is null),
  constraint others_end check (kind = 'banned' or until is not null)
);
create index sanctions_that_end on sanctions (until) where until is not null;
create index sanctions_of_decision on sanctions (decision_id);

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

-- Here and not in accounts, because the tables of moderation refer to profiles as well.
alter table profiles
  add constraint profile_person_exists foreign key (id) references people on delete cascade;
