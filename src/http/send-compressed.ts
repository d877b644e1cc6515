import type { Request, Response } from 'express';

/** How bytes are sent, by preference. */
const encodings = ['br', 'gzip', 'identity'] as const;

export type Encoding = (typeof encodings)[number];

/** Something to read that has several forms. */
export interface Compressed {
  readonly type: string;
  /** Changes with the content; each encoding adds its own name. */
  readonly version: string;
  /** The bytes in this encoding; null where there are none. There are always some for `identity`. */
  readonly bytes: (encoding: Encoding) => Buffer | null;
}

/** Sends the smallest form that the client takes, or 304 to one that has it (RFC 9110 sections 8.8.3, 12.5.3 and 13.1.2). */
export function sendCompressed(request: Request, response: Response, { type, version, bytes }: Compressed): void {
  const accepted = request.acceptsEncodings();
  const wanted = encodings.find((encoding) => accepted.includes(encoding)) ?? 'identity';
  const found = wanted === 'identity' ? null : bytes(wanted);
  const encoding = found ? wanted : 'identity';
  response.vary('Accept-Encoding');
  if (encoding !== 'identity') response.set('content-encoding', encoding);
  response.set({ etag: `"${version}-${encoding}"`, 'cache-control': 'no-cache' });
  // Express answers 304 by itself where the entity tag is the one that the client has.
  response.type(type).send(found ?? bytes('identity'));
}
