import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { t } from '../text/text.ts';
import { Modal } from './dialog.tsx';
import { Failure } from './waiting.tsx';

/** A name as people read and type it: they see no outer spaces, one where there are more, and no difference in how é is stored. */
const readable = (name: string): string => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Whether a person who typed one name has read the other. */
const isSameName = (typed: string, name: string): boolean => readable(typed) === readable(name);

interface ConfirmProps<Result> {
  /** What is done, as the title and the button say it: "Revoke ci-prod". */
  readonly title: string;
  readonly action: string;
  /** What it does, in sentences. */
  readonly effect: ReactNode;
  /** The name that must be typed. Absent: what is taken away can be made again, and one more click is enough. */
  readonly name?: string;
  readonly send: () => Promise<Result>;
  /** Keys of the queries whose answers are no longer true. */
  readonly refreshes?: readonly QueryKey[];
  readonly onClose: () => void;
  /** After it was done; absent: the dialog is closed. */
  readonly onDone?: (result: Result) => void;
}

/** What is removed from a list, one after the other, each after it was asked for. @param nameOf what it is called afterwards */
export function useRemoval<Item>(nameOf: (item: Item) => string) {
  const [leaving, setLeaving] = useState<Item | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return {
    /** Says that the last one was removed; null: nothing was. */
    done,
    ask: (item: Item): void => {
      setDone(null);
      setLeaving(item);
    },
    /** For the dialog that asks; null: none is open. */
    dialog: leaving !== null && {
      of: leaving,
      onDone: () => {
        setDone(t('members.removed', { name: nameOf(leaving) }));
        setLeaving(null);
      },
      onClose: () => setLeaving(null),
    },
  };
}

/** Asks before something is taken away, and for its name where that cannot be undone. */
export function Confirm<Result>(props: ConfirmProps<Result>): ReactNode {
  const { title, action, effect, name, send, refreshes = [], onClose, onDone = onClose } = props;
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: async (result) => {
      for (const queryKey of refreshes) await client.invalidateQueries({ queryKey });
      onDone(result);
    },
  });
  const isNamed = name === undefined || isSameName(typed, name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isNamed) setWrong(true);
    else if (!sending.isPending) sending.mutate();
  };
  return (
    <Modal onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <div>{effect}</div>
          {name !== undefined && (
            <TextInput
              data-autofocus
              label={t('confirm.type', { name })}
              value={typed}
              autoComplete="off"
              error={wrong && !isNamed && t('confirm.wrong', { name })}
              onChange={({ currentTarget: { value } }) => setTyped(value)}
            />
          )}
          {sending.isError && <Failure of={sending.error} />}
          <Group justify="flex-end">
            <Button variant="default" data-autofocus={name === undefined || undefined} onClick={onClose}>
              {t('do.cancel')}
            </Button>
            <Button color="red" type="submit" loading={sending.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
