import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type WireId, wireIds } from '../../../src/wires/meter.ts';
import { wires } from '../../../src/wires/wires.ts';

/** The folders of `src/wires/`, but for what belongs to none of the formats. */
const folders = readdirSync('src/wires', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'translation')
  .map(({ name }) => name);

/** The converters of a format that is an upstream's, and those that it needs besides to be a caller's. */
const upstreamConverters = ['writeRequest', 'readAnswer', 'openReader'] as const;
const callerConverters = ['memberTables', 'readRequest', 'openWriter'] as const;

/** The files that hold them, in the folder of a format that upstreams speak. */
const upstreamFiles = ['wire.ts', 'write-request.ts', 'read-events.ts'];
const callerFiles = ['read-request.ts', 'write-events.ts'];

type Converter = (typeof upstreamConverters)[number] | (typeof callerConverters)[number];
const has = (id: WireId, names: readonly Converter[]): boolean =>
  names.every((name) => wires[id].turn?.[name] !== undefined);

/** The formats as a table: what the gateway understands of each. */
const matrix = (): string =>
  wireIds
    .map((id) => {
      const { meter, units } = wires[id];
      const [isUpstreams, isCallers] = [has(id, upstreamConverters), has(id, callerConverters)];
      const means = [
        ...(meter.usageMembers.length > 0 ? ['reports usage'] : []),
        ...(meter.outputMembers.length > 0 ? ['is estimated from its text'] : []),
        ...(isUpstreams ? [isCallers ? 'converts' : 'is converted into'] : []),
        ...(isCallers && !isUpstreams ? ['is converted from'] : []),
      ];
      return `${id}: ${units.join(', ') || 'requests'}; ${means.join(', ') || 'counts as one request'}`;
    })
    .join('\n');

describe('the wire formats', () => {
  it('that upstreams speak in a translation have a folder each, with the files of their converters', () => {
    const spoken = wireIds.filter((id) => has(id, upstreamConverters));
    expect(folders.toSorted()).toEqual(spoken.toSorted());
    for (const id of spoken) {
      const found = readdirSync(`src/wires/${id}`);
      const needed = [...upstreamFiles, ...(has(id, callerConverters) ? callerFiles : [])];
      expect([...upstreamFiles, ...callerFiles].filter((name) => found.includes(name))).toEqual(needed);
    }
  });

  it('are found under their own ids', () => {
    expect(wireIds.filter((id) => wires[id].id !== id)).toEqual([]);
  });

  it('convert whole or not at all', () => {
    for (const id of wireIds)
      for (const names of [upstreamConverters, callerConverters])
        expect([0, names.length]).toContain(names.filter((name) => wires[id].turn?.[name] !== undefined).length);
  });

  it('understand this much', () => {
    expect(matrix()).toBe(
      [
        'chat-completions: input_tokens, output_tokens; reports usage, is estimated from its text, converts',
        'completions: input_tokens, output_tokens; reports usage, is estimated from its text, is converted from',
        'responses: input_tokens, output_tokens; reports usage, is estimated from its text, converts',
        'embeddings: input_tokens; reports usage',
        'moderations: input_tokens; reports usage',
        'images: input_tokens, output_tokens, images; reports usage',
        'audio: input_tokens, output_tokens, characters, audio_seconds; reports usage, is estimated from its text',
        'messages: input_tokens, output_tokens; reports usage, is estimated from its text, converts',
        'text-completions: input_tokens, output_tokens; is estimated from its text',
        'count-tokens: requests; counts as one request',
        'gemini: input_tokens, output_tokens; reports usage, is estimated from its text, is converted into',
        'converse: input_tokens, output_tokens; reports usage, is estimated from its text, is converted into',
      ].join('\n'),
    );
  });
});
