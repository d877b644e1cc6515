import { GatewayError } from '../../errors/gateway-error.ts';
import type { ByteReader } from '../../resources/byte-storage.ts';
import type { DriveRecord } from '../../resources/drive.ts';
import { extensionOf } from '../drive/media-type.ts';
import { readConditions, type Version } from '../drive/read-conditions.ts';
import { flow, type Reply, type ReplyHeaders } from '../../shared/reply.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET` and `HEAD` of `/drive/files/{file_id}/content`: ranges, conditions, and nothing that a browser would run. */
export const getDriveFileContent =
  ({ drive }: GatewayServices): SpecAHandlers['getDriveFileContent'] =>
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

const validators = ({ etag, modifiedAt }: Version): ReplyHeaders => ({
  etag,
  'last-modified': new Date(modifiedAt).toUTCString(),
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
