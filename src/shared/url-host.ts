/** Formats a host for a URL: an IPv6 address in brackets, any other host unchanged. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
