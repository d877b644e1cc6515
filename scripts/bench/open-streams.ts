import { Agent } from 'undici';
import type { Running } from './candidate.ts';
import { residentBytes } from './process-figures.ts';

/** Streams that are opened and left open. */
const streams = 1_000;

/** Opens streams whose upstream has sent one event and then nothing, and weighs the candidate before and after. */
export async function openStreams(running: Running, key: string): Promise<{ bytesPerStream: number; streams: number }> {
  const origin = `http://127.0.0.1:${running.port}`;
  const agent = new Agent({ connections: streams, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
  const body = JSON.stringify({
    model: 'bench',
    hold: true,
    stream: true,
    messages: [{ role: 'user', content: 'hi' }],
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const open = (): Promise<void> =>
    new Promise((resolve, reject) => {
      agent.dispatch(
        { origin, path: '/v1/chat/completions', method: 'POST', headers, body },
        {
          onRequestStart: () => undefined,
          onResponseStart: () => undefined,
          onResponseData: () => resolve(),
          onResponseEnd: () => undefined,
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
  for (let warm = 0; warm < 20; warm += 1) await open();
  const before = residentBytes(running.pid);
  for (let opened = 0; opened < streams - 20; opened += 50) {
    await Promise.all(Array.from({ length: Math.min(50, streams - 20 - opened) }, open));
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const bytesPerStream = (residentBytes(running.pid) - before) / (streams - 20);
  await agent.destroy().catch(() => undefined);
  return { bytesPerStream, streams };
}
