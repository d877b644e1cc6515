-- 0006: which batches have lines that may still have to be charged.
-- Forward only. Safe: an index alone; batches of an earlier release have no `charged` and are not in it.
-- Locks: the database, while the object table is read once.
-- Undo, if ever: a later file drops the index.

create index object_uncharged on object (seq)
  where kind = 'batch' and deleted_at is null and json_extract(fields, '$.charged') = 0;
