/** Formats a host for a URL: an IPv6 address in brackets, any other host unchanged. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Returns the address of a server as programs on its machine reach it, also if it listens on every address. */
export const onThisMachine = (url: string): string => url.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, '//127.0.0.1:');
