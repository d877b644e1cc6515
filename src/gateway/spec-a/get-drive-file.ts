import type { GatewayServices } from '../services.ts';
import { replyJson } from '../../shared/reply.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** `GET /drive/files/{file_id}`. */
export const getDriveFile =
  ({ drive }: GatewayServices): SpecAHandlers['getDriveFile'] =>
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
