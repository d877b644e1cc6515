-- 0020: calls that ended unsuccessfully are counted for the overview: their status alone does not tell.
-- Forward only. Safe: an index alone, of the few calls that it counts.
-- Locks: calls cannot be settled while the index is made: about a second for a million calls.
-- Undo, if ever: a later file drops the index.

create index call_unsuccessful on call (workspace_id, started_at, outcome)
  where outcome <> 'completed' and outcome <> 'client_left';
