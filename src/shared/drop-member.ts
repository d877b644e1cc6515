import { scanMembers } from './json-members.ts';

/** Takes one top-level member out of a JSON object's raw bytes, with its comma; every other byte stays. */
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
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
}
