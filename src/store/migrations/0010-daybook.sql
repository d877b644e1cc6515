-- 0010: the daybook: calls that are acknowledged and not posted yet, in the rows in which they were committed.
-- Forward only. Safe: the table is new.
-- Locks: none, the table is new.
-- Undo, if ever: only while it is empty, as it is after a stop in order.

create table daybook (
  seq         integer primary key,
  instance_id text not null,
  settlements text not null,
  -- Why its call cannot be posted; null: it waits to be.
  refusal     text
) strict;
