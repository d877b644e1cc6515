-- 0014: rows that several instances change say which version they are, and a feed says which of them changed.
-- Forward only. Safe: columns with a default and new tables; no row changes its meaning.
-- Locks: none for longer than it takes to add a column.
-- Undo, if ever: a later file drops the columns and tables; earlier releases do not know them, and write every column by its place.

alter table workspace add column version integer not null default 1;
alter table api_key add column version integer not null default 1;
alter table member add column version integer not null default 1;
alter table object add column version integer not null default 1;

-- The number of the last change. It is raised last in a transaction: who sees a number sees all that have a lower one.
create table epoch (
  one   integer primary key check (one = 1),
  value integer not null
) strict;
insert into epoch values (1, 0);

-- What changed when it last did: one row a record, so that the feed never grows beyond what there is.
create table change (
  area  text not null check (area in ('key', 'workspace', 'account')),
  id    text not null,
  epoch integer not null,
  primary key (area, id)
) strict, without rowid;
create index change_by_epoch on change (epoch);

-- Who charges a batch now. The number rises with each claim, and nothing is marked with a number that is not the last.
create table batch_claim (
  batch_id    text primary key,
  fence       integer not null,
  instance_id text not null,
  until       integer not null
) strict, without rowid;
