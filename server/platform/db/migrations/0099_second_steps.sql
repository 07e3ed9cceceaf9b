-- When somebody last entered a code of the account's second factor in this session.
alter table sessions add column second_step_at timestamptz(3);
