import { useNavigate, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** What `g` and a letter lead to. */
const destinations: Readonly<Record<string, NonNullable<LinkProps['to']>>> = {
  o: '/',
  k: '/keys',
  u: '/usage',
  c: '/credits',
  m: '/models',
};

/** Marks the one primary action of a page, which `n` opens. */
export const primaryAction = { 'data-primary-action': '' } as const;

const secondKeyMilliseconds = 5_000;

/** Whether a dialog is open, which may hold what was typed. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

interface Actions {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
  /** Whether one of the two is open or on its way: what is typed meanwhile is meant for it. */
  readonly isPaused: boolean;
}

/** Keys that work on every page, except while a field or a dialog has the focus. */
export function useShortcuts({ onSearch, onHelp, isPaused }: Actions): void {
  const navigate = useNavigate();
  const wentAt = useRef(-Infinity);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      if (key === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        if (!isDialogOpen()) onSearch();
        return;
      }
      if (isPaused || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const to = event.timeStamp - wentAt.current < secondKeyMilliseconds ? destinations[key] : undefined;
      wentAt.current = key === 'g' ? event.timeStamp : -Infinity;
      if (to !== undefined) void navigate({ to });
      else if (key === '?') onHelp();
      else if (key === 'n') {
        event.preventDefault();
        document.querySelector<HTMLElement>('[data-primary-action]')?.click();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [navigate, onSearch, onHelp, isPaused]);
}
