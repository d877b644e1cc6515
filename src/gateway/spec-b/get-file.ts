import { readFile } from '../files/read-file.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** `GET /v1/files/{file_id}`. */
export const getFile = (services: GatewayServices): SpecBHandlers['getFile'] => readFile(services);
