-- 0012: the database has an id, which the names of stored bytes begin with: several deployments may use one storage.
-- Forward only. Safe: a new table of one row.
-- Locks: none.
-- Undo, if ever: a later file drops the table; bytes that were named after it are then never collected.

create table deployment (
  one integer primary key check (one = 1),
  id  text not null
);
insert into deployment values (1, left(replace(gen_random_uuid()::text, '-', ''), 16));
