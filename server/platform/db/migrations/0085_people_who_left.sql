-- Everybody who has a profile, and people who deleted their account while something that protects others lives on.
create table people (
  id uuid primary key,
  -- When the account was deleted.
  left_at timestamptz(3)
);
insert into people (id) select id from profiles;
create index people_who_left on people (left_at) where left_at is not null;
alter table profiles
  add constraint profile_person_exists foreign key (id) references people on delete cascade;

-- Mailboxes and phone numbers that a person has proved, as keyed hashes (server/mailboxes/service.ts): they outlive the
-- account only while something else does.
create table identity_hashes (
  person_id uuid not null constraint identified_person_exists references people on delete cascade,
  hash bytea not null constraint identity_hash_length check (length(hash) = 32),
  proved_at timestamptz(3) not null default now(),
  primary key (person_id, hash)
);
create index identity_hashes_by_hash on identity_hashes (hash);
insert into identity_hashes (person_id, hash)
select id, mailbox_hash from accounts where mailbox_hash is not null;
-- It was there to find the banned accounts of a mailbox, which their hashes now do.
drop index accounts_by_mailbox;

alter table cases
  drop constraint case_person_exists,
  add constraint case_person_exists foreign key (subject_id) references people on delete cascade,
  -- What the case is about, as it was when it or its person was deleted.
  add column evidence json,
  add constraint evidence_until_decided check (state = 'open' or evidence is null);

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

alter table signals
  drop constraint signal_person_exists,
  add constraint signal_person_exists foreign key (subject_id) references people on delete cascade;

-- A report counts also after its reporter has left.
alter table reports
  alter column reporter_id drop not null,
  drop constraint reporter_exists,
  add constraint reporter_exists foreign key (reporter_id) references profiles on delete set null;

alter table appeals
  drop constraint appellant_exists,
  add constraint appellant_exists foreign key (person_id) references people on delete cascade;

alter table sanctions
  drop constraint sanctioned_person_exists,
  add constraint sanctioned_person_exists foreign key (person_id) references people on delete cascade;
create index sanctions_of_decision on sanctions (decision_id);

alter table blocks
  drop constraint blocked_exists,
  add constraint blocked_exists foreign key (blocked_id) references people on delete cascade;

-- A stolen phone stays stolen when its owner leaves.
alter table stolen_phones
  alter column reporter_id drop not null,
  drop constraint stolen_phone_reporter_exists,
  add constraint stolen_phone_reporter_exists foreign key (reporter_id) references profiles on delete set null;
