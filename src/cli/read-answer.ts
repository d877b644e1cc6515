import type { Json } from '../shared/json.ts';

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The documents of an answer: one for JSON, one an event for a stream. What is no JSON (`[DONE]`) is left out. */
export function readDocuments(contentType: string, text: string): readonly Json[] {
  const parts = contentType.includes('text/event-stream')
    ? text.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
    : [text];
  return parts.flatMap((part) => {
    const value = parse(part);
    return value === undefined ? [] : [value];
  });
}
