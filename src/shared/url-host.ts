/** A host as it stands in an address: an IPv6 address in brackets, a name as it is, whatever it leads to. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
