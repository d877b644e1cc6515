-- 0006: a settlement that arrives after its call was recovered takes back what was booked as lost with it.
-- Forward only. Safe: functions alone. A release before this one settles with them too.
-- Locks: none.
-- Undo, if ever: a later file replaces the functions.

-- The entry that reverses the loss of a recovered call, once. The account of losses is locked by its row, after those of the calls.
create function regain_loss(given jsonb) returns void language plpgsql as $$
declare
  lost bigint;
begin
  select amount into lost from grant_entry where external_id = 'loss:' || (given ->> 0);
  if not found then
    return;
  end if;
  insert into grant_entry (id, workspace_id, kind, amount, external_id, call_id, reason, actor, created_at)
    values ('entry_regain_' || (given ->> 0), 'loss:gateway', 'adjust', -lost, 'loss:' || (given ->> 0) || ':regained', null,
            'Call ' || (given ->> 0) || ' was settled after all: what was booked as lost with it is not.', 'system',
            (given ->> 13)::bigint)
    on conflict do nothing;
  if found then
    update account set granted = granted - lost where workspace_id = 'loss:gateway';
  end if;
end $$;

-- As in 0002, and what was lost is regained.
create or replace function settle_calls(calls jsonb, instance text) returns table (place bigint, known bigint) language plpgsql as $$
declare
  given record;
  late jsonb;
  was record;
  fresh text[] := '{}';
begin
  insert into account (workspace_id) select distinct value ->> 2 from jsonb_array_elements(calls) order by 1
    on conflict (workspace_id) do nothing;
  perform 1 from account where workspace_id in (select value ->> 2 from jsonb_array_elements(calls))
    order by workspace_id for update;
  for given in select value as call, ordinality as at from jsonb_array_elements(calls) with ordinality loop
    place := given.at;
    known := null;
    if add_call(given.call, instance) then
      fresh := fresh || (given.call ->> 0);
    else
      select c.charge, c.outcome into was from call c where c.id = given.call ->> 0;
      known := was.charge;
      if was.outcome = 'recovered' and given.call ->> 15 <> 'recovered' then
        perform regain_loss(given.call);
        late := late_call(given.call);
        if late is not null then
          if add_call(late, instance) then
            fresh := fresh || (late ->> 0);
          end if;
          known := was.charge + (select c.charge from call c where c.id = late ->> 0);
        end if;
      end if;
    end if;
    return next;
  end loop;
  delete from open_call where call_id in (select value ->> 0 from jsonb_array_elements(calls));
  perform post_calls(fresh);
end $$;
