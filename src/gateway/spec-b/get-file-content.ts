import { downloadFile } from '../files/download-file.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** `GET /v1/files/{file_id}/content`. */
export const getFileContent = (services: GatewayServices): SpecBHandlers['getFileContent'] => downloadFile(services);
