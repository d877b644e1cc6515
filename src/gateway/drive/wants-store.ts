import type { Call } from '../call.ts';

/** True where the request wants the bytes that it produces kept: `X-Drive-Store: true`. */
export const wantsStore = ({ headers }: Pick<Call, 'headers'>): boolean => headers['x-drive-store'] === 'true';
