-- 0009: of what limits count, totals alone are kept: days and months are counted from the usage buckets, and nobody read theirs.
-- Forward only. Safe: what is removed is in the buckets.
-- Locks: the database, while the rows are removed: a second or so for a million.
-- Undo, if ever: a later file counts them anew from the calls.

delete from limit_use where window <> 'total';
