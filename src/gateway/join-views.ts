/** Joins neighbours that are views of one piece of memory, without copying: one write instead of several. */
export function joinViews(views: readonly Buffer[]): readonly Buffer[] {
  const joined: Buffer[] = [];
  for (const view of views) {
    const before = joined.at(-1);
    if (before?.buffer === view.buffer && before.byteOffset + before.length === view.byteOffset) {
      joined[joined.length - 1] = Buffer.from(view.buffer, before.byteOffset, before.length + view.length);
    } else {
      joined.push(view);
    }
  }
  return joined;
}
