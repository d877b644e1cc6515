import { downloadFile } from '../files/download-file.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /files/{file_id}/content`. */
export const getFileContent = (services: GatewayServices): SpecAHandlers['getFileContent'] => downloadFile(services);
