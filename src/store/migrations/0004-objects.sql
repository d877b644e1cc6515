-- 0004: what callers come back for: stored responses, conversations, voices, files, batches, drive files.
-- Forward only. Safe: the tables are new.
-- Locks: none, the tables are new.
-- Undo, if ever: a later file drops both tables; what providers keep for us stays with them.

-- `seq` is the order of lists and is never used again, so that a page's end keeps its place. A deleted row stays for a day, empty.
create table object (
  seq          integer primary key autoincrement,
  id           text not null unique,
  kind         text not null,
  spec         text not null check (spec in ('a', 'b')),
  workspace_id text not null,
  provider_id  text,
  upstream_id  text,
  created_at   integer not null,
  expires_at   integer,
  deleted_at   integer,
  fields       text not null check (json_valid(fields))
) strict;

create index object_by_workspace on object (workspace_id, kind, spec, seq);
create unique index object_by_upstream on object (upstream_id, provider_id, kind, spec, workspace_id) where upstream_id is not null;
create index object_by_expiry on object (expires_at) where expires_at is not null and deleted_at is null;
create index object_deleted on object (deleted_at) where deleted_at is not null;

create table object_item (
  seq       integer primary key autoincrement,
  object_id text not null references object (id) on delete cascade,
  part      text not null check (part in ('input', 'output')),
  item_id   text not null,
  body      text not null check (json_valid(body)),
  unique (object_id, part, item_id)
) strict;

create index object_item_by_object on object_item (object_id, part, seq);
create index object_item_by_id on object_item (item_id);
