import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { t } from '../text/text.ts';
import { Failure } from './waiting.tsx';

interface ConfirmProps {
  /** What is done, as the title and the button say it: "Revoke ci-prod". */
  readonly title: string;
  readonly action: string;
  /** What it does, in sentences. */
  readonly effect: ReactNode;
  /** The name that must be typed. */
  readonly name: string;
  readonly pending: boolean;
  readonly failure: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for the name of a thing before something is done to it that cannot be undone. */
export function ConfirmByName(props: ConfirmProps): ReactNode {
  const { title, action, effect, name, pending, failure, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === name) onConfirm();
    else setWrong(true);
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <div>{effect}</div>
          <TextInput
            data-autofocus
            label={t('confirm.type', { name })}
            value={typed}
            autoComplete="off"
            error={wrong && typed.trim() !== name && t('confirm.wrong', { name })}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          {failure !== null && <Failure of={failure} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('do.cancel')}
            </Button>
            <Button color="red" type="submit" loading={pending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
