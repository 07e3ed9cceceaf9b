-- A picture's address says nothing of whose it is. Those that still lie in a folder called after the person get another
-- name by a job, which finds them by this index.
create index avatars_in_folders on profiles (id) where avatar_url like '/photos/avatars/%/%';
