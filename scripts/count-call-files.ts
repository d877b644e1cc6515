/**
 * Counts the files of `src/` that one warmed call runs through, by V8's own coverage: `shared` and `errors` included, `demo` not.
 *
 *     node scripts/count-call-files.ts [--list]
 */
import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import { json, sse } from '../test/fakes/script.ts';
import { chatCall, chatStream, messagesCall, messageStream } from '../test/fakes/sample-calls.ts';
import { startGateway } from '../test/journey/start-gateway.ts';

const source = pathToFileURL(`${process.cwd()}/src/`).href;
const demo = `${source}demo/`;

/** Calls before the first one that is counted, so that one-time work is not counted. */
const warmCalls = 30;

/** Calls that are counted. A file that not all of them run through belongs to a background task. */
const countedCalls = 3;

const calls = [
  { name: 'chat, JSON', call: chatCall, script: json(chatCall.answer) },
  { name: 'chat, stream', call: chatCall, stream: true, script: sse(chatStream) },
  { name: 'messages, JSON', call: messagesCall, script: json(messagesCall.answer) },
  { name: 'messages, stream', call: messagesCall, stream: true, script: sse(messageStream) },
];

/** The files that run while an action does. */
async function filesOf(session: Session, action: () => Promise<void>): Promise<readonly string[]> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await action();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  return (
    result
      .filter(({ url }) => url.startsWith(source) && !url.startsWith(demo))
      // A function that begins at 0 is the module itself.
      .filter(({ functions }) =>
        functions.some(({ ranges: [whole] }) => whole && whole.count > 0 && whole.startOffset > 0),
      )
      .map(({ url }) => url.slice(source.length))
  );
}

const gateway = await startGateway();
await gateway.app.warming.warm();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
const counted: Record<string, readonly string[]> = {};
for (const { name, call, script, stream = false } of calls) {
  const body = { ...call.request, ...(stream && { stream }) };
  gateway.upstream.always(script);
  const once = async (): Promise<void> => {
    const answer = await gateway.call(call.path, { body });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${text}`);
  };
  for (let count = 0; count < warmCalls; count += 1) await once();
  let files = new Set(await filesOf(session, once));
  for (let count = 1; count < countedCalls; count += 1)
    files = files.intersection(new Set(await filesOf(session, once)));
  counted[name] = [...files].toSorted();
}
await gateway.close();
for (const [name, files] of Object.entries(counted)) {
  console.log(`${name}: ${files.length}`);
  if (process.argv.includes('--list')) console.log(files.map((file) => `  ${file}`).join('\n'));
}
