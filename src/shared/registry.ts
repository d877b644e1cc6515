/** A collection whose members are added and removed with every call. */
export interface Registry<Member> {
  /** Adds a member. The returned function removes it. */
  readonly add: (member: Member) => () => void;
  /** Calls `action` with each member. */
  readonly each: (action: (member: Member) => void) => void;
}

/**
 * Makes an empty registry. A `Set` would allocate a new hash table for every few dozen members, and each discarded table would
 * keep the next one, and its members, alive until the old generation is collected.
 */
export function makeRegistry<Member>(): Registry<Member> {
  const members: (Member | null)[] = [];
  const free: number[] = [];
  return {
    add: (member) => {
      const slot = free.pop() ?? members.length;
      members[slot] = member;
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        members[slot] = null;
        free.push(slot);
      };
    },
    each: (action) => {
      for (const member of members) if (member !== null) action(member);
    },
  };
}
