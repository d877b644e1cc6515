/** After this many chunks, short ones are copied together. */
const fewChunks = 8;
const shortChunk = 16_384;
const smallestBlock = 1_024;
const largestBlock = 65_536;

const nothing: Buffer = Buffer.alloc(0);

/** Joins pieces in memory of their own: a part of the pool that short buffers share would retain all of it. */
export function joinPieces(
  pieces: readonly Buffer[],
  length = pieces.reduce((sum, each) => sum + each.length, 0),
): Buffer {
  const joined = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const piece of pieces) at += piece.copy(joined, at);
  return joined;
}

/**
 * Collects bytes that come in chunks, in few pieces however small the chunks are: a text that is sent byte by byte takes about
 * as much memory as its bytes. How many bytes there may be is for the owner to limit.
 */
export class PieceList {
  readonly #pieces: Buffer[] = [];
  /** The unused end of the last piece, if that is a block of this list. */
  #unused = nothing;
  #length = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Keeps a chunk that is long, or one of the first, as it is; of all others it keeps a copy. */
  add(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#length += chunk.length;
    if (chunk.length <= this.#unused.length) this.#copy(chunk);
    else if (this.#pieces.length < fewChunks || chunk.length >= shortChunk) {
      this.#closeLast();
      this.#pieces.push(chunk);
    } else {
      this.#closeLast();
      const size = Math.min(largestBlock, Math.max(smallestBlock, chunk.length, this.#length));
      this.#unused = Buffer.allocUnsafeSlow(size);
      this.#pieces.push(this.#unused);
      this.#copy(chunk);
    }
  }

  /**
   * The bytes from `start` on, 0 or more. The last piece may grow later; what is returned does not change.
   *
   * @param start bytes to leave out
   */
  pieces(start = 0): readonly Buffer[] {
    const found: Buffer[] = [];
    let end = this.#length;
    for (let index = this.#pieces.length - 1; index >= 0 && end > start; index -= 1) {
      const piece = this.#written(index);
      const from = end - piece.length;
      found.push(from < start ? piece.subarray(start - from) : piece);
      end = from;
    }
    return found.toReversed();
  }

  /** All bytes as one; of a single piece no copy is made. */
  join(): Buffer {
    const [first = nothing] = this.#pieces;
    return this.#pieces.length <= 1 ? this.#written(0, first) : joinPieces(this.pieces(), this.#length);
  }

  clear(): void {
    this.#pieces.length = 0;
    this.#unused = nothing;
    this.#length = 0;
  }

  #copy(chunk: Buffer): void {
    chunk.copy(this.#unused);
    this.#unused = this.#unused.subarray(chunk.length);
  }

  #closeLast(): void {
    const last = this.#pieces.length - 1;
    if (this.#unused.length > 0) this.#pieces[last] = this.#written(last);
    this.#unused = nothing;
  }

  /** A piece without its unused end. */
  #written(index: number, piece = this.#pieces[index] ?? nothing): Buffer {
    const isOpen = index === this.#pieces.length - 1 && this.#unused.length > 0;
    return isOpen ? piece.subarray(0, piece.length - this.#unused.length) : piece;
  }
}

/**
 * Collects what comes until the end, or until there are more than `most` bytes.
 *
 * @param held what has come if reading fails
 */
export async function readUpTo(
  read: () => Promise<Buffer | null>,
  most: number,
  held = new PieceList(),
): Promise<PieceList> {
  for (let chunk = await read(); chunk !== null; chunk = await read()) {
    held.add(chunk);
    if (held.length > most) break;
  }
  return held;
}

/** Removes the oldest members until at most `most` are left. */
export function keepNewest<Key>(
  held: { readonly size: number; readonly keys: () => Iterable<Key>; readonly delete: (key: Key) => boolean },
  most: number,
): void {
  for (const oldest of held.keys()) {
    if (held.size <= most) return;
    held.delete(oldest);
  }
}

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

/** The pages of a list, one after the other. @param read gets `next` of the page before; undefined: it reads the first page */
export async function* everyPage<Page extends { readonly next: string | null }>(
  read: (after: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let after: string | null | undefined; after !== null;) {
    const page: Page = await read(after);
    yield page;
    after = page.next;
  }
}
