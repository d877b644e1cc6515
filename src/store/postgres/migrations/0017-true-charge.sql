-- 0017: what a late settlement costs less than its recovered call was charged is given back.
-- Forward only. Safe: functions alone, with the same names, arguments and results. The release before settles with them too.
-- Locks: none.
-- Undo, if ever: a later file puts back those of 0002 and 0010.

-- As in 0002, but a quantity at another price is another line: the recovered call does not pay for it.
create or replace function late_call(given jsonb) returns jsonb language sql stable as $$
  with rest as (
    select line ->> 0 as kind, (line ->> 1)::bigint - coalesce(l.quantity, 0) as quantity, (line ->> 2)::bigint as price
      from jsonb_array_elements(given -> 20) as line
      left join charge_line l on l.call_id = given ->> 0 and l.unit_kind = line ->> 0
        and l.unit_price_pico = (line ->> 2)::bigint)
  select jsonb_set(jsonb_set(jsonb_set(given, '{0}', to_jsonb('late:' || (given ->> 0))),
      '{18}', to_jsonb(round(sum(quantity::numeric * price) / 1000)::bigint)),
      '{20}', jsonb_agg(jsonb_build_array(kind, quantity, price)))
    from rest where quantity > 0 having count(*) > 0
$$;

-- Gives back, once, what the recovered call and the late one were charged beyond the true charge. The account is locked already.
create function return_excess(given jsonb, recovered bigint) returns void language plpgsql as $$
declare
  excess bigint;
begin
  excess := recovered - (given ->> 18)::bigint
    + coalesce((select charge from call where id = 'late:' || (given ->> 0)), 0);
  -- Each of the three is rounded, so that they may lack one nano-credit, which is no refund.
  if excess > 0 then
    excess := least(excess, recovered - coalesce((select sum(amount) from grant_entry where call_id = given ->> 0), 0)::bigint);
  end if;
  if excess = 0 then
    return;
  end if;
  insert into grant_entry (id, workspace_id, kind, amount, external_id, call_id, reason, actor, created_at)
    values ('entry_excess_' || (given ->> 0), given ->> 2, case when excess > 0 then 'refund' else 'adjust' end, excess,
            'loss:' || (given ->> 0) || ':excess', case when excess > 0 then given ->> 0 end,
            'Call ' || (given ->> 0) || ' was settled after all, and cost less than was charged when it was recovered.', 'system',
            (given ->> 13)::bigint)
    on conflict do nothing;
  if found then
    update account set granted = granted + excess where workspace_id = given ->> 2;
  end if;
end $$;

-- As in 0010, and what a recovered call was charged too much is given back.
create or replace function settle_calls(calls jsonb, instance text) returns table (place bigint, known bigint) language plpgsql as $$
declare
  given record;
  late jsonb;
  was record;
  seen text[] := '{}';
  fresh text[];
begin
  insert into account (workspace_id) select distinct value ->> 2 from jsonb_array_elements(calls) order by 1
    on conflict (workspace_id) do nothing;
  perform 1 from account where workspace_id in (select value ->> 2 from jsonb_array_elements(calls))
    order by workspace_id for update;
  fresh := add_calls(calls, instance);
  if cardinality(fresh) = jsonb_array_length(calls) then
    return query select number, null::bigint from generate_series(1::bigint, jsonb_array_length(calls)) as number;
  else
    for given in select value as call, value ->> 0 as id, ordinality as at
      from jsonb_array_elements(calls) with ordinality order by ordinality loop
      place := given.at;
      known := null;
      if given.id = any (fresh) and given.id <> all (seen) then
        seen := seen || given.id;
      else
        select c.charge, c.outcome into was from call c where c.id = given.id;
        known := was.charge;
        if was.outcome = 'recovered' and given.call ->> 15 <> 'recovered' then
          late := late_call(given.call);
          if late is not null and add_call(late, instance) then
            fresh := fresh || (late ->> 0);
          end if;
          perform return_excess(given.call, was.charge);
          perform regain_loss(given.call);
          known := (given.call ->> 18)::bigint;
        end if;
      end if;
      return next;
    end loop;
  end if;
  delete from open_call where call_id in (select value ->> 0 from jsonb_array_elements(calls));
  perform post_calls(fresh);
end $$;

-- As in 0010: replacing the function has removed its settings.
alter function settle_calls(jsonb, text) set enable_seqscan = off;
alter function settle_calls(jsonb, text) set jit = off;
