import { ActionIcon, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../components/icons.tsx';
import { t } from '../text/text.ts';

const themes: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];
const themeIcons: Readonly<Record<MantineColorScheme, IconName>> = { auto: 'auto', light: 'sun', dark: 'moon' };

/** Goes round: as the system, light, dark. */
export function ThemeSwitch(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = themes[(themes.indexOf(colorScheme) + 1) % themes.length] ?? 'auto';
  const label = t('header.theme', { theme: t(`theme.${colorScheme}`) });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      title={label}
      aria-label={label}
      onClick={() => setColorScheme(next)}
    >
      <Icon name={themeIcons[colorScheme]} />
    </ActionIcon>
  );
}
