/** Why the database cannot be used, as one line for people: what is wrong and what to do. Thrown at start only. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
