import { Drawer as MantineDrawer, Modal as MantineModal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

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

/** A dialog in the middle of the page, for as long as it is rendered. */
export function Modal(props: Omit<ModalProps, 'opened'>): ReactNode {
  useFocusReturn();
  return <MantineModal opened {...props} />;
}

/** A dialog at the side of the page, for as long as it is rendered. */
export function Drawer(props: Omit<DrawerProps, 'opened'>): ReactNode {
  useFocusReturn();
  return <MantineDrawer opened {...props} />;
}
