-- Who sent a report without an account. The row is deleted with its report.
create table outside_reporters (
  report_id uuid primary key constraint outside_report_exists references reports on delete cascade,
  -- Made by the browser, so that trying again after a lost answer is not a second report.
  client_key uuid not null constraint outside_report_is_sent_once unique,
  role text not null constraint outside_role_known check (role in ('person', 'rights-holder', 'parent', 'authority')),
  name text not null constraint outside_name_length check (length(name) between 1 and 50),
  email text not null constraint outside_email_is_lower_case check (email = lower(email)),
  -- One for all spellings of a mailbox, as in accounts.
  mailbox_hash bytea not null constraint outside_mailbox_hash_length check (length(mailbox_hash) = 32)
);
create index outside_reporters_by_mailbox on outside_reporters (mailbox_hash);
create index outside_reporters_by_email on outside_reporters (email);
