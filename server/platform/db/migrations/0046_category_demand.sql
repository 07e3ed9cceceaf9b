-- Counted now and then (see count_category_demand): categories stand in the order of demand.
alter table categories add column products int not null default 0, add column demand int not null default 0;
