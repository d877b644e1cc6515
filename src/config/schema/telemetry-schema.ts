import { z } from 'zod';
import { baseAddressSchema } from '../../catalog/schema/name-schema.ts';
import { logAreas, logLevels, type LogArea } from '../../shared/log.ts';

/** `telemetry`: what is reported to systems that watch the gateway. Metrics have a port of their own: `server.metrics`. */
export const telemetrySchema = z
  .strictObject({
    traces: z
      .strictObject({
        endpoint: baseAddressSchema('an http or https address, for example http://127.0.0.1:4318').describe(
          'Base address of an OpenTelemetry collector (OTLP over HTTP); /v1/traces is added.',
        ),
        headers: z
          .record(z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be a header name in lower case'), z.string())
          .default({})
          .describe('Headers for the collector, such as a token. Write "${NAME}" to read one from the environment.'),
        sample_ratio: z
          .number()
          .min(0, 'must be 0 or more')
          .max(1, 'must be 1 or less')
          .default(1)
          .describe(
            'Share of the traces that begin here to be exported. A trace that a caller began is exported if the caller samples it.',
          ),
      })
      .nullable()
      .default(null)
      .describe(
        'Traces of calls: times, models, usage and outcomes, never content. null: none. Changes need a restart.',
      ),
  })
  .prefault({})
  .describe('Traces. Metrics are under server.metrics.');

const levelSchema = z.enum(logLevels, 'must be debug, info, warn or error');

const areas = Object.keys(logAreas) as readonly LogArea[];
const levelOf = (area: LogArea) => levelSchema.optional().describe(`The level for ${logAreas[area]}.`);

/** `log`: which lines are written. No line contains the content of a call, at any level. */
export const logSchema = z
  .strictObject({
    level: levelSchema.default('info').describe('The lowest level that is written.'),
    levels: z
      .strictObject(
        Object.fromEntries(areas.map((area) => [area, levelOf(area)])) as Record<LogArea, ReturnType<typeof levelOf>>,
      )
      .default({})
      .describe('Levels for single areas, which replace that one. The field `area` of a line names its area.'),
  })
  .prefault({})
  .describe('Which log lines are written. Changes take effect at once.');
