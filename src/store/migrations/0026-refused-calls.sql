-- 0026: how often calls are refused, by key, quarter of an hour and error code. They were in no record before.
-- Forward only. Safe: the table is new.
-- Locks: none, one process has the file.
-- Undo, if ever: a later file drops the table; the counts of refused calls are gone.

create table refusal_bucket (
  workspace_id text not null,
  bucket_start integer not null,
  key_id       text not null,
  code         text not null,
  calls        integer not null,
  last_at      integer not null,
  primary key (workspace_id, bucket_start, key_id, code)
) strict, without rowid;

create index refusal_bucket_by_time on refusal_bucket (bucket_start);
