-- 0019: what an instance says of itself: a hash of its catalogue, and the numbers of its seal keys (never the keys).
-- Forward only. Safe: two empty columns.
-- Locks: none, one process has the file.
-- Undo, if ever: drop the columns.

alter table instance add column catalog_hash text;
alter table instance add column seal_keys text;
