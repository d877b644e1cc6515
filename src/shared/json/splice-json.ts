import { joinPieces } from '../collections.ts';
import { scanMembers, type Member, type MemberScanner } from './json-members.ts';
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

const membersOf = (bytes: Buffer): MemberScanner['members'] => {
  const scanner = scanMembers();
  scanner.push(bytes);
  return scanner.members;
};

/**
 * Changes the value of one top-level member in the raw bytes of a JSON object. Without such a member nothing changes. If it is written
 * several times, only the last one stays, which is the one that parsers read.
 *
 * @param change receives the member's value, including white space around it
 */
export function spliceMember(bytes: Buffer, key: string, change: (value: Buffer) => Buffer): Buffer {
  const members = membersOf(bytes);
  const member = members.findLast((each) => each.key === key);
  if (!member) return bytes;
  const isEarlier = (each: Member): boolean => each.key === key && each !== member;
  if (members.some(isEarlier)) return spliceMember(withoutMembers(bytes, members, isEarlier), key, change);
  const value = change(bytes.subarray(member.valueStart, member.valueEnd));
  return joinPieces([bytes.subarray(0, member.valueStart), value, bytes.subarray(member.valueEnd)]);
}

/** Removes one top-level member and its comma from the raw bytes of a JSON object, wherever it is written. All other bytes stay. */
export const dropMember = (bytes: Buffer, key: string): Buffer =>
  withoutMembers(bytes, membersOf(bytes), (member) => member.key === key);

function withoutMembers(bytes: Buffer, members: readonly Member[], isDropped: (member: Member) => boolean): Buffer {
  if (!members.some(isDropped)) return bytes;
  const lastKept = members.findLastIndex((member) => !isDropped(member));
  const parts: Buffer[] = [];
  let from = 0;
  for (const { keyStart, valueEnd } of members.slice(0, Math.max(0, lastKept)).filter(isDropped)) {
    parts.push(bytes.subarray(from, keyStart));
    from = valueEnd + 1;
  }
  const [first, last] = [members[0], members.at(-1)];
  // Behind the last one that stays there is no comma.
  if (first && last && lastKept < members.length - 1) {
    parts.push(bytes.subarray(from, members[lastKept]?.valueEnd ?? first.keyStart));
    from = last.valueEnd;
  }
  return joinPieces([...parts, bytes.subarray(from)]);
}
