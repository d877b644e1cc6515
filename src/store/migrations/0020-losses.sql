-- 0020: what a translation could not carry, for each call.
-- Forward only. Safe: a column with a default. Earlier calls have none.
-- Locks: the database, for a moment.
-- Undo, if ever: a later file drops the column.

alter table call add column losses text not null default '';
