-- 0012: several objects may share one id of a provider, which may give the same content the same id each time.
-- Forward only. Safe: an index stops being unique, and a column is added whose value stood in the fields of a batch's files.
-- Locks: one pass over the objects.
-- Undo, if ever: a later file drops the column and both indexes; the unique index can come back only where no id is shared.

alter table object add column batch_id text;
update object set batch_id = json_extract(fields, '$.batchId'), fields = json_remove(fields, '$.batchId')
  where kind = 'file' and json_type(fields, '$.batchId') = 'text';

drop index object_by_upstream;
create index object_by_upstream on object (upstream_id, provider_id, kind, spec, workspace_id) where upstream_id is not null;
-- Of a file that a provider made for a batch there is one object, however many calls see it first in the same moment.
create unique index object_by_batch on object (batch_id, upstream_id) where batch_id is not null;
