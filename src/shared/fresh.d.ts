declare module 'fresh' {
  type Headers = Readonly<Record<string, string | undefined>>;

  /** Whether a conditional GET may be answered with 304 (RFC 9110, section 13). */
  export default function fresh(request: Headers, response: Headers): boolean;
}
