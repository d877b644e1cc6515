import { Button, Stack } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { OperationFamily } from '../../../../generated/console/types.ts';
import { Secondary, Status } from '../../components/figures.tsx';
import { t } from '../../text/text.ts';
import styles from './keys.module.css';

interface TestProps {
  readonly secret: string;
  readonly model: string;
  /** What the key may do; null: everything. */
  readonly operations: readonly OperationFamily[] | null;
}

/** A format in which a short call is made: where it goes, what it says, and the text in one of its events. */
interface Format {
  readonly path: string;
  readonly body: object;
  readonly textOf: (event: unknown) => unknown;
}

const messages = [{ role: 'user', content: 'Say hello in five words.' }];

/* oxlint-disable typescript/no-unsafe-type-assertion -- events are read member by member, and only text is taken */
const formats = {
  chat: {
    path: '/v1/chat/completions',
    body: { messages, max_completion_tokens: 256 },
    textOf: (event) => (event as { choices?: { delta?: { content?: unknown } }[] }).choices?.[0]?.delta?.content,
  },
  messages: {
    path: '/v1/messages',
    body: { messages, max_tokens: 256 },
    textOf: (event) => (event as { delta?: { text?: unknown } }).delta?.text,
  },
  responses: {
    path: '/v1/responses',
    body: { input: messages, max_output_tokens: 256, store: false },
    textOf: (event) => {
      const { type, delta } = event as { type?: unknown; delta?: unknown };
      return type === 'response.output_text.delta' ? delta : null;
    },
  },
} as const satisfies Partial<Record<OperationFamily, Format>>;

const formatNames = ['chat', 'messages', 'responses'] as const;

interface Shown {
  readonly state: 'idle' | 'running' | 'done' | 'failed';
  readonly text: string;
}

/** Makes a call with the new key in this page, and shows the answer as it arrives. */
export function TestCall({ secret, model, operations }: TestProps): ReactNode {
  const [shown, setShown] = useState<Shown>({ state: 'idle', text: '' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const format = formatNames.find((name) => operations === null || operations.includes(name));
  if (format === undefined) return null;
  const send = async (): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    let text = '';
    setShown({ state: 'running', text });
    try {
      for await (const piece of callWith({ secret, model, format: formats[format], signal })) {
        text += piece;
        setShown({ state: 'running', text });
      }
      setShown({ state: 'done', text: text || t('keys.test.noText') });
    } catch (error) {
      if (signal.aborted) return;
      setShown({ state: 'failed', text: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Stack gap={6}>
      <div>
        <Button variant="default" size="xs" loading={shown.state === 'running'} onClick={() => void send()}>
          {t('keys.test.do')}
        </Button>
        <Secondary>{t('keys.test.help', { model })}</Secondary>
      </div>
      <div role="status" aria-live="polite">
        {shown.state !== 'idle' && (
          <div className={styles['answer']}>
            {shown.state === 'failed' ? <Status tone="bad">{shown.text}</Status> : shown.text}
          </div>
        )}
      </div>
    </Stack>
  );
}

interface TestedCall {
  readonly secret: string;
  readonly model: string;
  readonly format: Format;
  readonly signal: AbortSignal;
}

/** The text of a streamed answer, piece by piece. @throws with the gateway's own words */
async function* callWith({ secret, model, format, signal }: TestedCall): AsyncIterable<string> {
  const response = await fetch(format.path, {
    method: 'POST',
    signal,
    credentials: 'omit',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream: true, ...format.body }),
  });
  if (!response.ok || !response.body) throw new Error(messageOf(await response.json()) ?? String(response.status));
  let rest = '';
  // A reader, because not every browser iterates over a stream.
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const event: unknown = await new Response(line.slice('data: '.length)).json();
      const failure = messageOf(event);
      if (failure !== null) throw new Error(failure);
      const piece = format.textOf(event);
      if (typeof piece === 'string') yield piece;
    }
  }
}

type Failed = { readonly message?: unknown } | null;

/** The message of an error in the format of either spec, also in a response that failed. */
function messageOf(value: unknown): string | null {
  const { error, response } = value as {
    readonly error?: Failed;
    readonly response?: { readonly error?: Failed } | null;
  };
  const message = (error ?? response?.error)?.message;
  return typeof message === 'string' ? message : null;
}
