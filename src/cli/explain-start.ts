import type { Config } from '../config/config.ts';

import { GatewayError } from '../errors/gateway-error.ts';
import { CliFailure, exitCodes } from './context.ts';

/** Why the application did not start, for a person; what nobody foresaw passes as it is. */
export function explainStart(error: unknown, { server }: Config): unknown {
  if (!(error instanceof Error)) return error;
  // The store's refusals are written for people already.
  if (error.name === 'StoreError') return new CliFailure(error.message);
  // What the books refuse of bootstrap although its form is right, for example a secret that another workspace has.
  if (error instanceof GatewayError) return new CliFailure(`bootstrap: ${error.message}`, exitCodes.configuration);
  const code = 'code' in error ? error.code : null;
  const place = 'port' in error && typeof error.port === 'number' ? error.port : server.port;
  if (code === 'EADDRINUSE') {
    const metrics = place === server.metrics?.port && place !== server.port;
    const remedy = metrics
      ? '--metrics-port, for example diglot serve --metrics-port 8601'
      : '--port, for example diglot serve --port 8600';
    return new CliFailure(
      `Port ${place} on ${server.host} is taken by another program. Choose another with ${remedy}.`,
    );
  }
  if (code === 'EACCES')
    return new CliFailure(`Port ${place} needs more rights than this user has. Choose one above 1023.`);
  if (code === 'EADDRNOTAVAIL')
    return new CliFailure(
      `No network interface here has the address ${'address' in error ? String(error.address) : server.host}.`,
    );
  const host = 'hostname' in error && typeof error.hostname === 'string' ? error.hostname : null;
  // Other names are looked up at a start as well; only these two are ours to listen on.
  if (host !== null && (host === server.host || host === server.metrics?.host)) {
    const remedy = host === server.host ? '--host' : 'server.metrics.host or DIGLOT_METRICS_HOST';
    return new CliFailure(
      `${host} is no address and no name that this machine knows (${String(code)}). Write an address of this machine with ${remedy}, for example 127.0.0.1, or 0.0.0.0 for all.`,
    );
  }
  return error;
}
