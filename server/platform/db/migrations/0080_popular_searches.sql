-- What is searched for, without who: in how many hours lately. Old hours weigh half as much each week.
create table popular_searches (
  words text collate "C" primary key check (length(words) between 2 and 50),
  hours integer not null check (hours > 0),
  last_hour timestamptz not null
);
create index popular_searches_last_hour on popular_searches (last_hour);
