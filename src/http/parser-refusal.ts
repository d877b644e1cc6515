import type { Socket } from 'node:net';
import { errorCodes } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { errorShapes } from '../errors/shapes.ts';
import { surfaceOf } from './surface-of.ts';

/** What Node's own parser reports. */
interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** The parser's refusals in our words; anything else is a malformed request. */
const refusals: Readonly<Record<string, () => GatewayError>> = {
  HPE_HEADER_OVERFLOW: () =>
    new GatewayError('headers_too_large', 'The headers are larger than 16 KiB. Send fewer or shorter ones.'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new GatewayError('timeout', 'The request head did not arrive within 10 s. Send it again.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new GatewayError('request_too_large', 'The chunk extensions are larger than 16 KiB. Leave them out.'),
};

const malformed = (): GatewayError =>
  new GatewayError(
    'malformed_request',
    'This is no HTTP/1.1 request that can be read. Check the request line, the headers and the length of the body.',
  );

/** What stands in the first line of a packet, where it can be read. */
function marksOfPacket(packet: Buffer | undefined): Parameters<typeof surfaceOf>[0] {
  const head = packet?.subarray(0, 4_096).toString('latin1') ?? '';
  const target = /^[A-Z]+ (\S+)/.exec(head)?.[1] ?? '/';
  const [path = '/', search = ''] = target.split('?');
  return { path, search, hasHeader: (name) => new RegExp(`^${name}:`, 'im').test(head) };
}

/** Answers what never became a request, in the shape of the spec that it seems to speak, and closes. */
export function refuseUnparsed(error: ParserError, socket: Socket, newRequestId: () => string): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const refusal = (refusals[error.code ?? ''] ?? malformed)();
  const requestId = newRequestId();
  const { contentType, body } = errorShapes[surfaceOf(marksOfPacket(error.rawPacket))](refusal, requestId);
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${statusText(refusal.status)}`,
      `content-type: ${contentType}`,
      `content-length: ${Buffer.byteLength(text)}`,
      `x-request-id: ${requestId}`,
      `request-id: ${requestId}`,
      'x-diglot-error-source: gateway',
      ...(errorCodes[refusal.code].retry ? [] : ['x-should-retry: false']),
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}

const statusText = (status: number): string =>
  ({ 400: 'Bad Request', 408: 'Request Timeout', 413: 'Content Too Large', 431: 'Request Header Fields Too Large' })[
    status
  ] ?? 'Error';
