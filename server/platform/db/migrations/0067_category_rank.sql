-- Where an administrator has it stand, before those that stand by demand.
alter table categories
  add column rank smallint constraint category_rank_positive check (rank > 0),
  add constraint category_name_length check (length(name) between 2 and 40) not valid;
