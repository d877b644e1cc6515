-- 0009: limit_use keeps totals only: days and months are counted from the usage buckets, and their rows were never read.
-- Forward only. Safe: what is removed is in the buckets.
-- Locks: the database, while the rows are removed: a second or so for a million.
-- Undo, if ever: a later file counts them anew from the calls.

delete from limit_use where window <> 'total';
