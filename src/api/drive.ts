import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';
import { GatewayError } from '../errors/gateway-error.ts';
import type { ByteReader, ByteSpan } from '../objects/byte-storage.ts';
import type { DriveRecord } from '../objects/drive.ts';
import { extensionOf } from '../objects/media-type.ts';
import type { Call } from '../pipeline/call.ts';
import { flow, replyJson, type Reply, type ReplyHeaders } from '../shared/reply.ts';
import type { ApiDeps, SpecAHandlers } from './deps.ts';

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** `GET /drive/files/{file_id}`. */
const getDriveFile =
  ({ drive }: ApiDeps): SpecAHandlers['getDriveFile'] =>
  async ({ object, reply }) => {
    const { id, length, contentType, createdAt, expiresAt, sha256 } = drive.record(object);
    replyJson(reply, 200, {
      id,
      object: 'drive.file',
      bytes: length,
      content_type: contentType,
      created_at: seconds(createdAt),
      expires_at: seconds(expiresAt),
      sha256,
      url: drive.urlOf(id),
    });
  };

/** `GET` and `HEAD` of `/drive/files/{file_id}/content`: ranges, conditions, and nothing that a browser would run. */
const getDriveFileContent =
  ({ drive }: ApiDeps): SpecAHandlers['getDriveFileContent'] =>
  async ({ object, headers, reply, isHead }) => {
    const record = drive.record(object);
    if (record.key === null) throw notKept();
    const { length } = record;
    const version: Version = { etag: `"${record.sha256}"`, modifiedAt: record.createdAt, length };
    const wanted = readConditions(isHead ? { ...headers, range: undefined } : headers, version);
    if (wanted.kind === 'unsatisfiable') throw outOfRange(length);
    if (wanted.kind === 'unchanged') {
      reply.head(304, validators(version));
      return reply.end();
    }
    const span = wanted.kind === 'part' ? wanted.span : { first: 0, last: length - 1 };
    const reader = isHead || length === 0 ? null : await drive.read(record, span);
    if (reader === null && !isHead && length > 0) throw notKept();
    reply.head(wanted.kind === 'part' ? 206 : 200, {
      ...contentHeaders(record),
      ...validators(version),
      'content-length': String(span.last + 1 - span.first),
      ...(wanted.kind === 'part' && { 'content-range': `bytes ${span.first}-${span.last}/${length}` }),
    });
    if (reader === null) return reply.end();
    await pour(reader, reply);
  };

/** A failure after the head can only be cut. */
async function pour(reader: ByteReader, reply: Reply): Promise<void> {
  try {
    for (let bytes = await reader.read(); bytes !== null && !reply.left(); bytes = await reader.read()) {
      await flow(reply, bytes);
    }
    reply.end();
  } catch {
    reply.cut();
  } finally {
    await reader.close();
  }
}

const validators = (version: Version): ReplyHeaders => ({
  etag: version.etag,
  'last-modified': lastModified(version),
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-cache',
});

/** What a model made is a stranger's bytes: they are downloaded, never shown as a page of ours. */
const contentHeaders = ({ id, contentType }: DriveRecord): ReplyHeaders => ({
  'content-type': contentType,
  'content-disposition': `attachment; filename="${id}${extensionOf(contentType)}"`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
});

const notKept = (): GatewayError =>
  new GatewayError('not_found', 'The bytes of this file could not be kept. Ask for them again with a new call.');

const outOfRange = (length: number): GatewayError =>
  new GatewayError('range_not_satisfiable', `The file has ${length} bytes; the range begins behind them.`, {
    param: 'range',
    headers: { 'content-range': `bytes */${length}` },
  });

/** What a conditional or partial request for kept bytes comes to. */
type Wanted =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly span: ByteSpan }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unsatisfiable' };

/** What the bytes are compared by. */
interface Version {
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** Bytes. */
  readonly length: number;
}

const whole: Wanted = { kind: 'whole' };

/**
 * Reads the conditions of a request (RFC 9110 sections 13 and 14). Several ranges get the whole: a server may, and no
 * client needs more.
 */
function readConditions(headers: IncomingHttpHeaders, version: Version): Wanted {
  if (isUnchanged(headers, version)) return { kind: 'unchanged' };
  const { range } = headers;
  if (range === undefined || !ifRange(headers['if-range'], version)) return whole;
  return readRange(range, version.length);
}

const lastModified = ({ modifiedAt }: Version): string => new Date(modifiedAt).toUTCString();

/** `Cache-Control: no-cache` is meant for caches in between, and not handed on: `fresh` would take it for no condition. */
const isUnchanged = (headers: IncomingHttpHeaders, version: Version): boolean =>
  fresh(
    { 'if-none-match': headers['if-none-match'], 'if-modified-since': headers['if-modified-since'] },
    { etag: version.etag, 'last-modified': lastModified(version) },
  );

/** A range of something else is not sent: an exact match or the whole. */
function ifRange(condition: string | string[] | undefined, { etag, modifiedAt }: Version): boolean {
  if (condition === undefined) return true;
  const [only = ''] = [condition].flat();
  if (only.startsWith('"') || only.startsWith('W/')) return only === etag;
  return seconds(Date.parse(only)) === seconds(modifiedAt);
}

/** Why not `range-parser`: it refuses `-9999` of a shorter file, which is all of it, and `9-4`, which is no range. */
function readRange(range: string, length: number): Wanted {
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return whole;
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return whole;
  return first > last || first >= length ? { kind: 'unsatisfiable' } : { kind: 'part', span: { first, last } };
}

/** True where the request wants the bytes that it produces kept: `X-Drive-Store: true`. */
export const wantsStore = ({ headers }: Pick<Call, 'headers'>): boolean => headers['x-drive-store'] === 'true';

/** The operations on drive. */
export const makeDriveOperations = (deps: ApiDeps): Pick<SpecAHandlers, 'getDriveFile' | 'getDriveFileContent'> => ({
  getDriveFile: getDriveFile(deps),
  getDriveFileContent: getDriveFileContent(deps),
});
