import { Button, Group, NativeSelect, Popover, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useWorkspace } from '../../api/session.ts';
import { fullDay, instantWords } from '../../components/days.ts';
import { t } from '../../text/text.ts';
import { isPreset, presets, rangeName, type Range } from '../../values/range.ts';
import { localZone } from '../../values/zone.ts';
import type { TabProps } from './tab-props.ts';
import type { View } from './usage-search.ts';

/** A range in words: "1 Nov 2026 – 22 Nov 2026", or with the time of day where it is less than its days. */
export function rangeWords({ range: { first, last, instants }, zone }: Pick<View, 'range' | 'zone'>): string {
  if (instants) return instantWords(instants.from, instants.to, zone);
  return first === last ? fullDay(first) : `${fullDay(first)} – ${fullDay(last)}`;
}

/** The range: one with a name, or from day to day. */
export function RangeFilter({ view, change }: TabProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" onClick={() => setOpen(!open)}>
          {isPreset(view.rangeName) ? t(`usage.range.${view.rangeName}`) : rangeWords(view)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('usage.range')}>
        <Group gap={6} mb="sm">
          {presets.map((preset) => (
            <Button
              key={preset}
              size="compact-sm"
              variant={preset === view.rangeName ? 'filled' : 'default'}
              onClick={() => {
                setOpen(false);
                change({ range: preset });
              }}
            >
              {t(`usage.range.${preset}`)}
            </Button>
          ))}
        </Group>
        <DaysForm
          range={view.range}
          onApply={(range) => {
            setOpen(false);
            change({ range: rangeName(range) });
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function DaysForm({ range, onApply }: { readonly range: Range; readonly onApply: (range: Range) => void }): ReactNode {
  const [{ first, last }, setDays] = useState(range);
  const fault = first === '' || last === '' ? t('form.required') : first > last ? t('usage.range.wrong') : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (fault === null) onApply({ first, last });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm">
        <TextInput
          type="date"
          label={t('usage.range.first')}
          value={first}
          onChange={({ currentTarget: { value } }) => setDays({ first: value, last })}
        />
        <TextInput
          type="date"
          label={t('usage.range.last')}
          value={last}
          error={fault}
          onChange={({ currentTarget: { value } }) => setDays({ first, last: value })}
        />
        <Button type="submit" mt={22}>
          {t('usage.range.apply')}
        </Button>
      </Group>
    </form>
  );
}

/** The zone in which days begin: the workspace's, UTC, the browser's, or any other. */
export function ZoneFilter({ view, change }: TabProps): ReactNode {
  const { time_zone: own } = useWorkspace();
  const near = [...new Set([own, 'UTC', localZone()])];
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !near.includes(zone));
  const known = near.includes(view.zone) || others.includes(view.zone) ? [] : [view.zone];
  return (
    <NativeSelect
      aria-label={t('usage.zone')}
      value={view.zone}
      data={[...near, ...known, ...others]}
      onChange={({ currentTarget: { value } }) => change({ zone: value === own ? undefined : value })}
    />
  );
}
