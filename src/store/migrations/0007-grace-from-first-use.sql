-- 0007: a replaced secret waits for the first use of the new one; this is how long it works from then on, in milliseconds.
-- Forward only. Safe: a key that was rotated by an earlier release has none, and keeps its fixed end.
-- Locks: none to speak of, a column without a default is a change of the schema alone.
-- Undo, if ever: a later file gives every key that waits an end in previous_expires_at, and drops the column.

-- Null: the replaced secret does not wait, its end is previous_expires_at.
alter table api_key add column previous_grace integer check (previous_grace >= 0);
