/** What servers commonly note in the place of a status where the client left before it got one. */
export const clientLeft = 499;
