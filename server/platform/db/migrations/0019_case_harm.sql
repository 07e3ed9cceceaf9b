-- The gravest class of harm that the reports and signals of a case speak of: its place in HARMS of
-- contract/moderation/harms.ts. server/moderation/harms.sql fills it. The index
-- case_queue stays for processes of the version before.
alter table cases
  add column harm smallint not null default 5
    constraint case_harm_known check (harm between 1 and 5);
create index open_cases_by_harm on cases (harm, queue_position, id) where state = 'open';
