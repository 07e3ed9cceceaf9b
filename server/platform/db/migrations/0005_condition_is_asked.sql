-- no-transaction
-- A draft has no condition until its seller chooses one. The column's default remains for rows that name none.
alter table products drop constraint if exists published_has_condition;
alter table products add constraint published_has_condition check (status = 'draft' or condition is not null) not valid;
alter table products validate constraint published_has_condition;
alter table products alter column condition drop not null;
