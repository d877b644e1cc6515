-- 0028: what calls cost an account that no lease covered, because theirs had ended: a part of what it may be overspent by.
-- Forward only. Safe: a column with a default.
-- Locks: the database, for a moment.
-- Undo, if ever: a later file drops the column.

alter table account add column unleased integer not null default 0;
