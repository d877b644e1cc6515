-- 0015: the usage of all workspaces is added up by time; each four days of a report read the whole table.
-- Forward only. Safe: an index alone.
-- Locks: calls cannot be settled while the index is made: about a second for a million buckets.
-- Undo, if ever: a later file drops the index.
-- Its column never changes, so buckets are still updated in their page, without touching an index.

create index usage_bucket_by_time on usage_bucket (bucket_start);
