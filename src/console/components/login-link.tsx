import { Alert, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LoginLink } from '../../../generated/console/types.ts';
import { api, dataOf } from '../api/client.ts';
import { t } from '../text/text.ts';
import { CopyableId } from './copy.tsx';
import { Modal } from './dialog.tsx';
import { RowAction } from './row-actions.tsx';
import { Failure } from './waiting.tsx';

/** A person or a member. */
interface Reader {
  readonly name: string;
  readonly email: string;
}

type Links = ReturnType<typeof useLoginLinks>;

/** Makes links that sign a person in once, to hand over. A member who has never signed in becomes a person. */
export const useLoginLinks = () =>
  useMutation({
    mutationFn: ({ email }: Reader) => dataOf(api.POST('/login-links', { body: { email, loopback_only: false } })),
    gcTime: 0,
  });

interface ActionProps {
  readonly of: Reader;
  readonly links: Links;
  readonly disabled?: boolean;
}

/** Makes a link for one person of a table. */
export const LinkAction = ({ of, links, disabled = false }: ActionProps): ReactNode => (
  <RowAction
    text={t('people.link')}
    name={t('people.linkTitle', { name: of.name })}
    disabled={disabled}
    onClick={() => links.mutate(of)}
  />
);

/** The link that was made, or why there is none. */
export const MadeLink = ({ links }: { readonly links: Links }): ReactNode => (
  <>
    {links.isError && <Failure of={links.error} />}
    {links.data && <LinkDialog link={links.data} onClose={links.reset} />}
  </>
);

const LinkDialog = ({ link, onClose }: { readonly link: LoginLink; readonly onClose: () => void }): ReactNode => (
  <Modal onClose={onClose} title={t('people.linkTitle', { name: link.person.name })}>
    <Stack gap="md">
      <Alert color="yellow">{t('people.linkText')}</Alert>
      <CopyableId text={link.url} what={t('people.link')} />
    </Stack>
  </Modal>
);
