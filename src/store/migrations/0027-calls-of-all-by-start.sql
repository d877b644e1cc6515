-- 0027: the calls of all workspaces are listed by when they began; a list of a time looked at all calls since.
-- Forward only. Safe: an index alone.
-- Locks: the database, while all calls are read once: about a second for a million calls.
-- Undo, if ever: a later file drops the index.

create index call_by_start on call (started_at);
