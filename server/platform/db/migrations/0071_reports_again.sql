-- Once for each target and person while nothing is decided; what goes wrong afterwards may be reported again.
alter table reports drop constraint one_report_per_person;
create unique index one_open_report_per_person on reports (reporter_id, target_kind, target_id) where outcome is null;
-- What was decided about a thing, be it that a case was open or not.
create index decisions_of_target on decisions (target_id, created_at desc);
