/** Whose entries they are that the gateway books by itself: losses of calls it did not finish, and first credits. */
const owners = ['loss', 'bootstrap'] as const;

/** The external id of an entry that the gateway books by itself, once for each object. */
export const ownExternalId = (owner: (typeof owners)[number], id: string): string => `${owner}:${id}`;

/** Whether only the gateway may give an entry this external id. */
export const isOwnExternalId = (id: string): boolean => owners.some((owner) => id.startsWith(`${owner}:`));
