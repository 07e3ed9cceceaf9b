-- Lists that a moderator edited; newer versions of the program then leave them alone. A table of its own, because a new
-- column of guard_word_lists would end the prepared statements of processes that still run the version before.
create table guard_edited_lists (
  name text primary key constraint edited_list_exists references guard_word_lists,
  edited_at timestamptz(3) not null default now()
);
