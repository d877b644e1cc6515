import { Alert, Anchor, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Attempt, Call, CallDetail, ChargeLine } from '../../../../generated/console/types.ts';
import { callQuery, keyQuery } from '../../api/queries.ts';
import { useRights, useWorkspace } from '../../api/session.ts';
import { CopyableId, CopyButton } from '../../components/copy.tsx';
import { DataTable, type Column, type TableProps } from '../../components/data-table.tsx';
import { fullInstant } from '../../components/days.ts';
import { Drawer } from '../../components/dialog.tsx';
import { grouped, Money, Secondary } from '../../components/figures.tsx';
import { Icon } from '../../components/icons.tsx';
import { Empty } from '../../components/page.tsx';
import { unitName } from '../../components/model-cells.tsx';
import { Loaded } from '../../components/waiting.tsx';
import { curlLike, curlOf } from '../../snippets/snippets.ts';
import { t, type TextKey } from '../../text/text.ts';
import { sumDecimals } from '../../values/decimal.ts';
import { CallStatus, secondsOf } from './calls-table.tsx';
import { RefundForm } from './refund-form.tsx';
import styles from '../../components/components.module.css';

interface DrawerProps {
  readonly callId: string;
  readonly zone: string;
  readonly onClose: () => void;
}

/** A call with everything that its charge is made of. */
export function CallDrawer({ callId, zone, onClose }: DrawerProps): ReactNode {
  const { id } = useWorkspace();
  const query = useQuery(callQuery(callId));
  return (
    <Drawer onClose={onClose} title={t('call.title')} size="xl">
      <Loaded query={query}>
        {(detail) =>
          detail.call.workspace_id === id ? <Detail of={detail} zone={zone} /> : <Elsewhere of={detail.call} />
        }
      </Loaded>
    </Drawer>
  );
}

/** Leads to the workspace of a call that an address names in another one. */
const Elsewhere = ({ of: { id, workspace_id: workspace } }: { readonly of: Call }): ReactNode => (
  <Alert color="yellow" icon={<Icon name="warning" />} role="alert">
    {t('call.elsewhere', { workspace })}{' '}
    <Link to="/usage" search={{ workspace, tab: 'calls', call: id }}>
      {t('call.seeThere')}
    </Link>
  </Alert>
);

function Detail({ of, zone }: { readonly of: CallDetail; readonly zone: string }): ReactNode {
  const { operate } = useRights();
  const like = curlLike(location.origin, of.call);
  return (
    <Stack gap="lg">
      <Facts of={of} zone={zone} />
      <Group gap="xs">
        {like !== null && <CopyButton text={like} what={t('copy.curlLike')} label={t('copy.curlLike')} />}
        {operate && (
          <CopyButton
            text={curlOf(location.origin, `/calls/${of.call.id}`)}
            what={t('copy.curl')}
            label={t('copy.curl')}
          />
        )}
      </Group>
      {of.attempts.length > 1 && <Attempts of={of} />}
      {of.call.losses.length > 0 && <Losses of={of.call} />}
      <ChargeTable of={of} />
      {of.refunds.length > 0 && <Refunds of={of} zone={zone} />}
      {operate && of.refundable !== '0' && <RefundForm call={of.call} refundable={of.refundable} />}
    </Stack>
  );
}

/** A table under a heading that names it. @param note what to say below it */
const Part = <Row,>({ note, ...table }: TableProps<Row> & { readonly note?: ReactNode }): ReactNode => (
  <div>
    <Title order={2} mb={8}>
      {table.caption}
    </Title>
    <DataTable {...table} />
    {note}
  </div>
);

/** What was tried one after the other, and why each but the last was not the end. */
function Attempts({ of: { call, attempts } }: { readonly of: CallDetail }): ReactNode {
  const from = Date.parse(attempts[0]?.started_at ?? call.started_at);
  const columns: readonly Column<Attempt>[] = [
    {
      id: 'model',
      title: t('call.model'),
      show: ({ call_id: id, model, provider, region }) => (
        <>
          {id === call.id ? <strong>{model}</strong> : model}
          <Secondary>
            {provider} · {region}
          </Secondary>
        </>
      ),
    },
    {
      id: 'status',
      title: t('call.status'),
      show: (attempt) => (
        <>
          <CallStatus of={attempt} />
          {attempt.error !== null && <ErrorCode code={attempt.error} />}
        </>
      ),
    },
    {
      id: 'after',
      title: t('call.after'),
      isNumber: true,
      show: ({ started_at: at }) => `${((Date.parse(at) - from) / 1000).toFixed(2)} s`,
    },
    { id: 'took', title: t('call.took'), isNumber: true, show: secondsOf },
  ];
  return <Part caption={t('call.attempts')} columns={columns} rows={attempts} rowId={({ call_id: id }) => id} />;
}

/** What could not be carried to a provider of another format, and back. */
function Losses({ of: { losses, more_losses: more } }: { readonly of: Call }): ReactNode {
  return (
    <Part
      caption={t('call.losses')}
      rows={losses}
      rowId={({ kind, path }) => `${kind} ${path}`}
      columns={[
        { id: 'path', title: t('call.lossPath'), show: ({ path }) => <code>{path}</code> },
        { id: 'kind', title: t('call.lossKind'), show: ({ kind }) => t(`loss.${kind}`) },
      ]}
      note={more !== undefined && <small>{t('call.moreLosses', { count: more })}</small>}
    />
  );
}

const ErrorCode = ({ code }: { readonly code: string }): ReactNode => (
  <Anchor href={`/errors/${code}`} size="sm">
    {code}
  </Anchor>
);

/** The key that made a call, which leads to what it may do. */
function KeyOf({ of: { key_id: keyId, key_name: name } }: { readonly of: Call }): ReactNode {
  const { id } = useWorkspace();
  const { manageKeys } = useRights();
  const { data: key } = useQuery(keyQuery(id, keyId));
  const text = key ? `${key.name} ${key.display}` : (name ?? keyId);
  if (!manageKeys || key === undefined || key.state === 'revoked') return text;
  return (
    <Link to="/keys" search={{ key: keyId }}>
      {text}
    </Link>
  );
}

function Facts({ of: { call }, zone }: { readonly of: CallDetail; readonly zone: string }): ReactNode {
  const facts: readonly (readonly [TextKey, ReactNode])[] = [
    ['call.request', <CopyableId key="request" text={call.request_id} what={t('call.request')} />],
    ['call.id', <CopyableId key="id" text={call.id} what={t('call.id')} />],
    ['call.at', fullInstant(call.started_at, zone)],
    ['call.status', <CallStatus key="status" of={call} />],
    ['call.model', `${call.model} · ${call.operation}`],
    ['call.key', <KeyOf key="key" of={call} />],
    ['call.route', `${call.provider} · ${call.region}`],
    ['call.product', call.product_sku],
    ['call.took', secondsOf(call)],
    ['call.firstByte', call.first_byte_milliseconds === null ? '–' : `${grouped(call.first_byte_milliseconds)} ms`],
    ['call.source', t(`source.${call.usage_source}`)],
    ['call.hold', <Money key="hold" amount={call.hold} />],
    ['call.priceFrom', fullInstant(call.price_from, zone)],
  ];
  const errors = call.flags.filter((flag) => flag.startsWith(errorFlag)).map((flag) => flag.slice(errorFlag.length));
  const odd = call.flags.filter((flag) => !flag.startsWith(errorFlag));
  return (
    <>
      {errors.map((code) => (
        <Alert key={code} color="red" icon={<Icon name="warning" />} title={t('call.error')}>
          <code>{code}</code> · <Anchor href={`/errors/${code}`}>{t('call.errorHelp')}</Anchor>
        </Alert>
      ))}
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {odd.length > 0 && (
        <Alert color="yellow" title={t('call.flags')}>
          {odd.map((flag) => (
            <div key={flag}>{flagWords(flag)}</div>
          ))}
        </Alert>
      )}
    </>
  );
}

/** What stands before the code of the error with which a call failed. */
const errorFlag = 'error:';

const knownFlags = ['over_hold', 'usage_missing', 'unpriced', 'unbelieved', 'unclear', 'side_work', 'unpriced_model'];

/** What was odd about a call; one that has no words here is shown as it is. */
function flagWords(flag: string): string {
  const [name = '', of] = flag.split(':');
  if (!knownFlags.includes(name)) return flag;
  return `${t(`flag.${name}` as TextKey)}${of === undefined ? '' : `: ${of}`}`;
}

/** Quantity × price = amount, line by line, to the last digit. */
function ChargeTable({ of: { call, lines } }: { readonly of: CallDetail }): ReactNode {
  const exact = sumDecimals(lines.map(({ amount }) => amount));
  const columns: readonly Column<ChargeLine>[] = [
    { id: 'unit', title: t('call.unit'), show: ({ unit_kind: kind }) => unitName(kind) },
    { id: 'quantity', title: t('call.quantity'), isNumber: true, show: ({ quantity }) => grouped(quantity) },
    {
      id: 'price',
      title: t('call.unitPrice'),
      isNumber: true,
      show: ({ unit_price: price }) => <Money amount={price} />,
    },
    {
      id: 'amount',
      title: t('call.amount'),
      isNumber: true,
      show: ({ amount }) => <Money amount={amount} />,
      total: <Money amount={call.charge} />,
    },
  ];
  return (
    <Part
      caption={t('call.charge')}
      columns={columns}
      rows={lines}
      rowId={({ unit_kind: kind, unit_price: price }) => `${kind} ${price}`}
      empty={<Empty title={t('call.noLines')} />}
      note={exact !== call.charge && lines.length > 0 && <small>{t('call.rounded', { exact })}</small>}
    />
  );
}

function Refunds({ of, zone }: { readonly of: CallDetail; readonly zone: string }): ReactNode {
  return (
    <Part
      caption={t('call.refunds')}
      rows={of.refunds}
      rowId={({ id }) => id}
      columns={[
        { id: 'at', title: t('call.at'), show: ({ created_at: at }) => fullInstant(at, zone) },
        { id: 'reason', title: t('ledger.reason'), show: ({ reason }) => reason },
        { id: 'amount', title: t('call.amount'), isNumber: true, show: ({ amount }) => <Money amount={amount} /> },
      ]}
    />
  );
}
