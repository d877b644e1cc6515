-- 0005: what an instance says of itself: a hash of its catalogue, and the numbers of its seal keys (never the keys).
-- Forward only. Safe: two empty columns; a release before this one leaves them empty.
-- Locks: the table of instances, for a moment.
-- Undo, if ever: drop the columns.

alter table instance add column catalog_hash text;
alter table instance add column seal_keys text;
