import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wireIds } from '../../../src/wires/wire.ts';
import { wires } from '../../../src/wires/wires.ts';

/** The folders of `src/wires/`, but for what belongs to none of the formats. */
const folders = readdirSync('src/wires', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'translation')
  .map(({ name }) => name);

/** What a format needs to be an upstream's, and what it needs besides to be a caller's. */
const upstreamFiles = ['write-request.ts', 'read-events.ts'];
const callerFiles = ['read-request.ts', 'write-events.ts'];

const filesOf = (folder: string): readonly string[] => readdirSync(`src/wires/${folder}`);

/** The listing of the folders as a table: what the gateway understands of each format. */
const matrix = (): string =>
  wireIds
    .map((id) => {
      const { meter, units } = wires[id];
      const has = (names: readonly string[]): boolean => names.every((name) => filesOf(id).includes(name));
      const means = [
        ...(meter.usageMembers.length > 0 ? ['reports usage'] : []),
        ...(meter.outputMembers.length > 0 ? ['is estimated from its text'] : []),
        ...(has(upstreamFiles) ? [has(callerFiles) ? 'converts' : 'is converted into'] : []),
        ...(has(callerFiles) && !has(upstreamFiles) ? ['is converted from'] : []),
      ];
      return `${id}: ${units.join(', ') || 'requests'}; ${means.join(', ') || 'counts as one request'}`;
    })
    .join('\n');

describe('the wire formats', () => {
  it('have a folder each, and no folder is without its format', () => {
    expect(folders.toSorted()).toEqual([...wireIds].toSorted());
    expect(wireIds.filter((id) => !filesOf(id).includes('wire.ts'))).toEqual([]);
    expect(wireIds.filter((id) => wires[id].id !== id)).toEqual([]);
  });

  it('convert whole or not at all', () => {
    for (const id of wireIds) {
      const { turn } = wires[id];
      const needed = [...(turn?.writeRequest ? upstreamFiles : []), ...(turn?.readRequest ? callerFiles : [])];
      const found = [...upstreamFiles, ...callerFiles].filter((name) => filesOf(id).includes(name));
      expect(found).toEqual(needed);
    }
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
