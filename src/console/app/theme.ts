import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { t } from '../text/text.ts';

/** A dark grey with a little blue, not black. */
const dark: MantineColorsTuple = [
  '#e6e8ec',
  '#c9cdd5',
  '#a3a9b5',
  '#7d8492',
  '#4b515d',
  '#363b46',
  '#292d36',
  '#1b1e25',
  '#15181e',
  '#101217',
];

const small = { size: 'sm' } as const;

/** The look of the console: dense, calm, one accent. */
export const makeTheme = (): ReturnType<typeof createTheme> =>
  createTheme({
    primaryColor: 'indigo',
    primaryShade: { light: 8, dark: 8 },
    autoContrast: true,
    colors: { dark },
    fontFamily: '"Inter Variable", system-ui, sans-serif',
    fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.375rem', lineHeight: '1.3' },
        h2: { fontSize: '1rem', lineHeight: '1.4' },
        h3: { fontSize: '0.875rem', lineHeight: '1.4' },
      },
    },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    // By name and not by component, so that the first load has only those that it shows.
    components: {
      Alert: {
        defaultProps: { variant: 'default' },
        styles: (_: unknown, { color }: { readonly color?: string }) => ({
          root: color === 'red' ? { borderColor: 'var(--diglot-bad)' } : {},
          icon: { color: color === 'red' ? 'var(--diglot-bad)' : 'var(--diglot-warn)' },
          title: { color: 'inherit' },
        }),
      },
      Button: { defaultProps: small },
      TextInput: { defaultProps: small },
      PasswordInput: { defaultProps: small },
      NativeSelect: { defaultProps: small },
      TagsInput: { defaultProps: small },
      Modal: { defaultProps: { closeButtonProps: { 'aria-label': t('do.close') }, centered: true } },
      Drawer: { defaultProps: { closeButtonProps: { 'aria-label': t('do.close') }, position: 'right', size: 'lg' } },
    },
  });

/** Mantine's greys for secondary text are too light to read on white, and its red and green too light for text. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c6370',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': '#c2212e',
    '--mantine-color-anchor': '#3b4fd8',
    '--mantine-color-default-border': '#dcdfe5',
    '--diglot-surface': '#f7f8fa',
    '--diglot-line': '#e4e7ec',
    '--diglot-good': '#18794e',
    '--diglot-warn': '#8a5300',
    '--diglot-bad': '#b4232f',
    '--diglot-accent': '#3b4fd8',
    '--diglot-accent-soft': '#eef0ff',
  },
  dark: {
    '--mantine-color-dimmed': '#a3a9b5',
    '--mantine-color-placeholder': '#8e95a3',
    '--mantine-color-error': '#ff8a8f',
    '--mantine-color-anchor': '#9fb0ff',
    '--mantine-color-default-border': '#3a3f4a',
    '--diglot-surface': '#21252d',
    '--diglot-line': '#30343e',
    '--diglot-good': '#6fd3a0',
    '--diglot-warn': '#f0b95a',
    '--diglot-bad': '#ff8a8f',
    '--diglot-accent': '#9fb0ff',
    '--diglot-accent-soft': '#2a3050',
  },
});
