-- Counts of sign-ins, codes, reveals and mails protect accounts: a crash of the database must not hand out fresh ones.
alter table rate_limits set logged;
