import { Button, type ButtonProps } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { sessionQuery } from '../api/queries.ts';
import { Icon } from './icons.tsx';

interface DownloadProps extends ButtonProps {
  /** Address of a file of the control API. */
  readonly href: string;
  readonly children: ReactNode;
}

/** Leads to a file. A browser says nothing of a download that is refused, so whether the session has ended is asked first. */
export function DownloadButton({ href, ...props }: DownloadProps): ReactNode {
  const client = useQueryClient();
  const follow = (event: MouseEvent): void => {
    event.preventDefault();
    void client.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(
      () => Object.assign(document.createElement('a'), { href, download: '' }).click(),
      // The frame of the page leads to the sign-in, or says that the gateway does not answer.
      () => undefined,
    );
  };
  return (
    <Button
      component="a"
      href={href}
      download
      onClick={follow}
      leftSection={<Icon name="download" size={15} />}
      {...props}
    />
  );
}
