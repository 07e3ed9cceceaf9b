-- When somebody of the staff last decided or looked: first listings wait only while somebody is there.
alter table staff add column seen_at timestamptz(3);
