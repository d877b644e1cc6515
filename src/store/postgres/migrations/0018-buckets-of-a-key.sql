-- 0018: what a key has spent in a window is added up for each lease of its limit; that read the buckets of its whole workspace.
-- Forward only. Safe: an index alone.
-- Locks: calls cannot be settled while the index is made: about two seconds for a million buckets. They wait in the spool meanwhile.
-- Undo, if ever: a later file drops the index.
-- Its columns never change, and charges are not in it, so buckets are still updated in their page, without touching an index.

create index usage_bucket_by_key on usage_bucket (key_id, bucket_start);
