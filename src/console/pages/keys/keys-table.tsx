import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Key, LimitState } from '../../../../generated/console/types.ts';
import { limitsQuery } from '../../api/queries.ts';
import { useRights, useWorkspace } from '../../api/session.ts';
import { useCopy } from '../../components/copy.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { shortInstant } from '../../components/days.ts';
import { ExactInstant, Instant, Money, Secondary, ShareBar, Status } from '../../components/figures.tsx';
import { Icon } from '../../components/icons.tsx';
import { amountOf } from '../../components/limits-table.tsx';
import { RowAction, RowActions } from '../../components/row-actions.tsx';
import { Failure } from '../../components/waiting.tsx';
import { t } from '../../text/text.ts';
import { parseDecimal, percentOf, sumDecimals } from '../../values/decimal.ts';
import { limitWords, scopeWords } from './key-values.ts';
import styles from './keys.module.css';

/** What can be done to a key. */
export type KeyAction = 'edit' | 'rotate' | 'revoke';

interface TableProps {
  readonly keys: readonly Key[];
  /** Whether there are more on other pages. */
  readonly isPart: boolean;
  readonly empty: ReactNode;
  readonly onAct: (action: KeyAction, key: Key) => void;
}

/** The keys with what they may do, what is used of the limit that each is nearest to, and when they were last used. */
export function KeysTable({ keys, isPart, empty, onAct }: TableProps): ReactNode {
  const { id, time_zone: zone } = useWorkspace();
  const { manageKeys } = useRights();
  const limits = useQuery({
    ...limitsQuery(id, { key_id: keys.map((key) => key.id) }),
    enabled: keys.length > 0,
  });
  const limitOf = (key: Key): LimitState | undefined =>
    limits.data?.data
      .filter(({ subject, subject_id: subjectId }) => subject === 'key' && subjectId === key.id)
      .toSorted((one, other) => takenOf(other) - takenOf(one))[0];
  const actions: Column<Key> = {
    id: 'actions',
    title: t('keys.column.actions'),
    isAction: true,
    show: (key) => key.state !== 'revoked' && <Actions apiKey={key} onAct={onAct} />,
  };
  const columns: readonly Column<Key>[] = [
    ...whatItIs(),
    ...whatItUsed(zone, limitOf),
    ...(manageKeys ? [actions] : []),
  ];
  return (
    <>
      {limits.isError && <Failure of={limits.error} onRetry={() => void limits.refetch()} />}
      <DataTable
        caption={t('keys.title')}
        columns={columns}
        rows={keys}
        rowId={(key) => key.id}
        empty={empty}
        isPart={isPart}
      />
    </>
  );
}

/** What calls can no longer use of a limit, in per cent: what is used, and what is set aside. A limit of 0 is used up. */
const takenOf = ({ used, held, limit }: LimitState): number => percentOf(sumDecimals([used, held]), limit) ?? 100;

const whatItIs = (): readonly Column<Key>[] => [
  {
    id: 'name',
    title: t('keys.column.name'),
    sortBy: ({ name }) => name.toLowerCase(),
    show: ({ name, ...key }) => (
      <>
        <span className={styles['name']}>{name}</span>
        <KeyState apiKey={key} />
        <Secondary>
          <code>{key.display}</code>
        </Secondary>
        {key.owner !== null && <Secondary>{key.owner}</Secondary>}
      </>
    ),
  },
  {
    id: 'scope',
    title: t('keys.column.scope'),
    show: ({ scope }) => (
      <span className={styles['scope']} title={scopeWords(scope)}>
        {scopeWords(scope)}
      </span>
    ),
  },
];

const whatItUsed = (zone: string, limitOf: (key: Key) => LimitState | undefined): readonly Column<Key>[] => [
  {
    id: 'limit',
    title: t('keys.column.limit'),
    isNumber: true,
    show: ({ limits }) => {
      const words = limitWords(limits);
      return words.length === 0 ? t('keys.noLimit') : words.map((limit) => <div key={limit}>{limit}</div>);
    },
  },
  {
    id: 'used',
    title: t('keys.column.used'),
    isNumber: true,
    sortBy: (key) => parseDecimal(limitOf(key)?.used ?? '0'),
    show: (key) => <Used limit={limitOf(key)} apiKey={key} />,
  },
  {
    id: 'last',
    title: t('keys.column.lastUsed'),
    sortBy: ({ last_used: used }) => used?.at ?? '',
    show: ({ last_used: used }) =>
      used ? (
        <>
          <Instant at={used.at} zone={zone} />
          <Secondary>{[used.model, used.client].filter((word) => word !== null).join(' · ')}</Secondary>
        </>
      ) : (
        t('keys.neverUsed')
      ),
  },
  {
    id: 'expires',
    title: t('keys.column.expires'),
    sortBy: ({ expires_at: end }) => end ?? '~',
    show: ({ expires_at: end }) => <ExactInstant at={end} zone={zone} />,
  },
];

function KeyState({ apiKey }: { readonly apiKey: Omit<Key, 'name'> }): ReactNode {
  const { time_zone: zone } = useWorkspace();
  const { state, replaced_secret_state: replaced, replaced_secret_until: until } = apiKey;
  if (state !== 'active') return <Secondary>{t(`keys.state.${state}`)}</Secondary>;
  if (replaced === null) return null;
  const text = until === null ? t('keys.rotating') : t('keys.rotatingUntil', { when: shortInstant(until, zone) });
  return (
    <Secondary>
      <Status tone="warn">{text}</Status>
    </Secondary>
  );
}

interface UsedProps {
  /** The limit that the key is nearest to; undefined: it has none, or it is not known. */
  readonly limit: LimitState | undefined;
  readonly apiKey: Key;
}

function Used({ limit, apiKey: { id, limits } }: UsedProps): ReactNode {
  if (!limit) return '–';
  return (
    <>
      <Link to="/usage" search={{ tab: 'calls', key: id }}>
        <Money amount={limit.used} />
      </Link>
      <ShareBar percent={takenOf(limit)} />
      {limitWords(limits).length > 1 && <Secondary>{amountOf(limit)}</Secondary>}
      {parseDecimal(limit.left) === 0n && <Status tone="bad">{t('limit.usedUp')}</Status>}
    </>
  );
}

interface ActionsProps {
  readonly apiKey: Key;
  readonly onAct: TableProps['onAct'];
}

/** What can be done to a key that is not revoked. One that has expired can be extended, and needs no new secret before that. */
function Actions({ apiKey, onAct }: ActionsProps): ReactNode {
  const { id, name, state } = apiKey;
  const { copy } = useCopy();
  const navigate = useNavigate();
  return (
    <RowActions>
      <RowAction
        text={t('keys.do.revoke')}
        name={t('keys.revoke.title', { name })}
        onClick={() => onAct('revoke', apiKey)}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('do.actions', { name })}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onAct('edit', apiKey)}>{t('keys.do.edit')}</Menu.Item>
          {state === 'active' && <Menu.Item onClick={() => onAct('rotate', apiKey)}>{t('keys.do.rotate')}</Menu.Item>}
          <Menu.Item onClick={() => void navigate({ to: '/usage', search: { tab: 'calls', key: id } })}>
            {t('keys.do.calls')}
          </Menu.Item>
          <Menu.Item onClick={() => void navigate({ to: '/usage', search: { tab: 'refused', key: id } })}>
            {t('keys.do.refused')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => copy(id)}>{t('keys.do.copyId')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </RowActions>
  );
}
