import { joinPieces } from '../collections.ts';
import { scanMembers, type MemberScanner } from './json-members.ts';
import type { JsonObject } from './json.ts';

/** New JSON text of top-level members, by name. It replaces the value of an existing member, or adds the member; null removes it. */
export type Edits = Readonly<Record<string, string | null>>;

/** Makes edits from values. */
export const editsOf = (values: JsonObject): Edits =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));

/**
 * Changes named top-level members of a JSON object in its raw bytes. All other bytes stay the same.
 *
 * @param bytes one JSON object
 * @param edits JSON text by member name
 * @param parsed the same object, of which no member is written twice: the bytes are searched only as far as the members to replace
 * @returns the same buffer if there is nothing to change
 */
export function spliceJson(bytes: Buffer, edits: Edits, parsed?: JsonObject): Buffer {
  const removed = Object.keys(edits).filter((name) => edits[name] === null);
  if (removed.length > 0) {
    const rest = Object.fromEntries(Object.entries(edits).filter(([, text]) => text !== null));
    return spliceJson(removed.reduce(dropMember, bytes), rest);
  }
  const names = Object.keys(edits);
  if (names.length === 0) return bytes;
  const present = parsed && names.filter((name) => Object.hasOwn(parsed, name));
  if (present?.length === 0) return withMembers(bytes, additions(names, edits, Object.keys(parsed ?? {}).length));
  const scanner = present ? scanMembers([], { only: present }) : scanMembers();
  scanFor(present?.length ?? Infinity, bytes, scanner);
  const parts: Buffer[] = [];
  let from = 0;
  for (const member of scanner.members) {
    // Keys come from outside, so names that every object inherits must not match.
    const text = Object.hasOwn(edits, member.key) ? edits[member.key] : undefined;
    if (text === undefined || text === null) continue;
    parts.push(bytes.subarray(from, member.valueStart), Buffer.from(text));
    from = member.valueEnd;
  }
  const added = names.filter((name) => !scanner.members.some((member) => member.key === name));
  parts.push(withMembers(bytes.subarray(from), additions(added, edits, scanner.members.length)));
  return joinPieces(parts);
}

/** Bytes that are scanned between two looks at what has been found. */
const stepBytes = 4_096;

/** Scans a text only as far as so many members go. */
function scanFor(count: number, bytes: Buffer, { push, members }: MemberScanner): void {
  if (bytes.length <= stepBytes) return push(bytes);
  for (let from = 0; from < bytes.length && members.length < count; from += stepBytes)
    push(bytes.subarray(from, from + stepBytes));
}

/** @param present number of members that the object has */
const additions = (added: readonly string[], edits: Edits, present: number): string =>
  added.map((name, index) => `${index + present === 0 ? '' : ','}${JSON.stringify(name)}:${edits[name]}`).join('');

/** The end of an object's text, with members before its last brace. */
function withMembers(bytes: Buffer, text: string): Buffer {
  const end = bytes.lastIndexOf(0x7d);
  return joinPieces([bytes.subarray(0, end), Buffer.from(text), bytes.subarray(end)]);
}

/**
 * Changes the value of one top-level member in the raw bytes of a JSON object. Without such a member nothing changes.
 *
 * @param change receives the member's value, including white space around it
 */
export function spliceMember(bytes: Buffer, key: string, change: (value: Buffer) => Buffer): Buffer {
  const scanner = scanMembers();
  scanner.push(bytes);
  const member = scanner.members.find((each) => each.key === key);
  if (!member) return bytes;
  const value = change(bytes.subarray(member.valueStart, member.valueEnd));
  return joinPieces([bytes.subarray(0, member.valueStart), value, bytes.subarray(member.valueEnd)]);
}

/** Removes one top-level member and its comma from the raw bytes of a JSON object. All other bytes stay the same. */
export function dropMember(bytes: Buffer, key: string): Buffer {
  const scanner = scanMembers();
  scanner.push(bytes);
  const { members } = scanner;
  const index = members.findIndex((member) => member.key === key);
  const member = members[index];
  if (!member) return bytes;
  const before = members[index - 1];
  const isLast = index === members.length - 1;
  const from = isLast && before ? before.valueEnd : member.keyStart;
  const to = isLast ? member.valueEnd : member.valueEnd + 1;
  return joinPieces([bytes.subarray(0, from), bytes.subarray(to)]);
}
