import { Drawer as MantineDrawer, Modal as MantineModal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useBlocker, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the address opened a dialog on the page that comes before it in the history. */
    opensDialog?: boolean;
  }
}

/**
 * Leads the keyboard back to what had the focus before a dialog, as soon as the dialog is gone: to the content of the page where
 * that is gone, too, such as the row of something that was removed.
 */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body && document.activeElement !== null) return;
        const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
        const place = isThere ? opener : document.querySelector<HTMLElement>('#content');
        place?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/** Lets the browser's way back close a dialog that has no address of its own, and not leave the page under it. */
function useWayBack(onClose: () => void): void {
  const { history } = useRouter();
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK' || history.location.state.opensDialog === true) return false;
      onClose();
      return true;
    },
    enableBeforeUnload: false,
  });
}

/** The dialogs that are open, the topmost last. */
const openDialogs: object[] = [];

/** Closes a dialog, but not while another one is open above it: Escape is for that one alone. */
function useTopmost(onClose: () => void): () => void {
  const [self] = useState(() => ({}));
  useEffect(() => {
    openDialogs.push(self);
    return () => void openDialogs.splice(openDialogs.indexOf(self), 1);
  }, [self]);
  return () => {
    if (openDialogs.at(-1) === self) onClose();
  };
}

/** What all dialogs have in common. A click beside one does not throw away what was typed or chosen in it. */
function useDialog(onClose: () => void) {
  const close = useTopmost(onClose);
  const [typed, setTyped] = useState(false);
  useFocusReturn();
  useWayBack(close);
  return { opened: true, onClose: close, closeOnClickOutside: !typed, onInput: () => setTyped(true) };
}

/** A dialog in the middle of the page, for as long as it is rendered. */
export const Modal = ({ onClose, ...props }: Omit<ModalProps, 'opened'>): ReactNode => (
  <MantineModal {...useDialog(onClose)} {...props} />
);

/** A dialog at the side of the page, for as long as it is rendered. */
export const Drawer = ({ onClose, ...props }: Omit<DrawerProps, 'opened'>): ReactNode => (
  <MantineDrawer {...useDialog(onClose)} {...props} />
);

type Search = Readonly<Record<string, string | undefined>>;

/** Opens and closes dialogs that the address names. A dialog that was closed does not come again by the browser's way back. */
export function useNamedDialog(): {
  /** @param search what the address says about the dialog */
  readonly open: (search: Search) => void;
  /** @param search what the address no longer says */
  readonly close: (search: Search) => void;
} {
  const { history } = useRouter();
  const navigate = useNavigate();
  const move = (changed: Search, isOpening: boolean): void =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, ...changed }),
      replace: !isOpening,
      resetScroll: false,
      ...(isOpening && { state: { opensDialog: true } }),
    });
  return {
    open: (search) => move(search, true),
    close: (search) => (history.location.state.opensDialog === true ? history.back() : move(search, false)),
  };
}
