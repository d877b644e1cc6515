-- 0029: each lease of a key's limit read the buckets of its whole workspace, and each lease read all leases for those that had ended.
-- Forward only. Safe: indexes alone.
-- Locks: the database, while all buckets are read once: about two seconds for a million buckets.
-- Undo, if ever: a later file drops the indexes.

create index usage_bucket_by_key on usage_bucket (key_id, bucket_start);
create index lease_open_by_end on lease (expires_at) where state = 'open' and kind = 'instance';
