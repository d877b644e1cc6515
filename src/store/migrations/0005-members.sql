-- 0005: who belongs to a workspace, and in which role.
-- Forward only. Safe: the table is new.
-- Locks: none, the table is new.
-- Undo, if ever: a later file drops the table; the audit log keeps who was added and removed.

create table member (
  seq          integer primary key,
  id           text not null unique,
  workspace_id text not null references workspace (id),
  email        text not null,
  email_folded text not null,
  name         text not null,
  role         text not null check (role in ('owner', 'admin', 'billing', 'developer', 'viewer')),
  created_at   integer not null,
  unique (workspace_id, email_folded)
) strict;
