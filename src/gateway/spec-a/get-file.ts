import { readFile } from '../files/read-file.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /files/{file_id}`. */
export const getFile = (services: GatewayServices): SpecAHandlers['getFile'] => readFile(services);
