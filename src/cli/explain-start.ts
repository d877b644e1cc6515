import type { Config } from '../config/config.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { CliFailure, exitCodes } from './context.ts';

/** Explains why the application did not start. Unexpected errors are returned unchanged. */
export function explainStart(error: unknown, { server }: Config): unknown {
  if (!(error instanceof Error)) return error;
  // Bootstrap rows that match the schema but conflict with stored data, for example a secret of another workspace.
  // A database that is away just then is no fault of theirs.
  if (error instanceof GatewayError)
    return error.code === 'overloaded' ? error : new CliFailure(`bootstrap: ${error.message}`, exitCodes.configuration);
  const code = 'code' in error ? error.code : null;
  const place = 'port' in error && typeof error.port === 'number' ? error.port : server.port;
  if (code === 'EADDRINUSE') {
    const metrics = place === server.metrics?.port && place !== server.port;
    const remedy = metrics
      ? '--metrics-port, for example diglot serve --metrics-port 8601'
      : '--port, for example diglot serve --port 8600';
    return new CliFailure(`Port ${place} on ${server.host} is already in use. Choose another port with ${remedy}.`);
  }
  if (code === 'EACCES') return new CliFailure(`This user may not listen on port ${place}. Choose a port above 1023.`);
  if (code === 'EADDRNOTAVAIL')
    return new CliFailure(
      `No network interface of this machine has the address ${'address' in error ? String(error.address) : server.host}.`,
    );
  const host = 'hostname' in error && typeof error.hostname === 'string' ? error.hostname : null;
  // A start looks up other names too, but listens only on these two.
  if (host !== null && (host === server.host || host === server.metrics?.host)) {
    const remedy = host === server.host ? '--host' : 'server.metrics.host or DIGLOT_METRICS_HOST';
    return new CliFailure(
      `${host} is not an address and cannot be resolved (${String(code)}). Set an address of this machine with ${remedy}, for example 127.0.0.1, or 0.0.0.0 for all.`,
    );
  }
  return error;
}
