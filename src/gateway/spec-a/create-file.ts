import { uploadFile } from '../files/upload-file.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `POST /files`. */
export const createFile = (services: GatewayServices): SpecAHandlers['createFile'] => uploadFile(services);
