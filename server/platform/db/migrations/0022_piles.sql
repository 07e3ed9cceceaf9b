-- The place of an open case in the queue. server/moderation/cases/queue.sql fills both columns and empties them with the
-- decision.
alter table cases
  -- Names the pile: the open cases of a person and of accounts on the same devices or addresses.
  add column pile_id uuid,
  -- Words of its title, its person and its code, and what the queue can be filtered by: '/reason/threat'.
  add column search tsvector;
create index open_cases_by_age on cases (opened_at, id) where state = 'open';
create index open_cases_of_harm_by_age on cases (harm, opened_at, id) where state = 'open';
create index open_cases_by_search on cases using gin (search) where state = 'open';
create index open_cases_of_pile on cases (pile_id, harm, queue_position, id) where state = 'open';
create index open_cases_of_pile_by_age on cases (pile_id, opened_at, id) where state = 'open';
