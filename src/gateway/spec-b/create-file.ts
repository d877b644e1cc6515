import { uploadFile } from '../files/upload-file.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** `POST /v1/files`. */
export const createFile = (services: GatewayServices): SpecBHandlers['createFile'] => uploadFile(services);
