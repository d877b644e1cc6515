import { z } from 'zod';

/** Timers of the runtime end at 2³¹ ms (24.8 days); a day is more than any call should take. */
const longestSeconds = 86_400;

const bytes = (largest: number) =>
  z
    .int('must be a whole number of bytes')
    .min(1, 'must be at least 1 byte')
    .max(largest, `must be at most ${largest} bytes`);

const seconds = (largest: number) =>
  z
    .int('must be a whole number of seconds')
    .min(1, 'must be at least 1 second')
    .max(largest, `must be at most ${largest} seconds`);

/** `limits`: bytes, seconds and days, positive whole numbers. */
export const limitsSchema = z
  .strictObject({
    voice_request_bytes: bytes(1_073_741_824)
      .default(29_360_128)
      .describe('Largest whole request on a voice route, bytes. 28 MiB by contract; one byte more is 413.'),
    voice_seconds: seconds(longestSeconds)
      .default(300)
      .describe('Longest call on a voice route, seconds from first byte to last. 5 minutes by contract; then 408.'),
    json_request_bytes: bytes(1_073_741_824)
      .default(33_554_432)
      .describe(
        'Largest JSON request elsewhere, and most that one may refer to of what is stored, bytes. Both are held in memory: 32 MiB holds a conversation with images.',
      ),
    file_request_bytes: bytes(1_099_511_627_776)
      .default(536_870_912)
      .describe('Largest upload of a file, bytes. 512 MiB, as the official APIs allow.'),
    body_memory_bytes: bytes(1_099_511_627_776)
      .nullable()
      .default(null)
      .describe(
        'Most bytes of JSON bodies in memory at once, a parsed one at five times its bytes; beyond it calls are 503 before their body is read. By default half of the heap that Node gives the process: the other half is for everything else.',
      ),
    key_body_memory_bytes: bytes(1_099_511_627_776)
      .nullable()
      .default(null)
      .describe(
        'The same for the calls of one key, bytes. By default half of `body_memory_bytes`: one key never takes it all. A call that is alone is taken whatever its size.',
      ),
    body_bytes_per_second: bytes(1_073_741_824)
      .default(32_768)
      .describe(
        'Slowest JSON body, bytes a second on average after its first 30 seconds; then 408. 32 KiB: a body of 32 MiB has 17 minutes, a line of 256 kbit/s.',
      ),
    first_byte_seconds: seconds(longestSeconds)
      .default(600)
      .describe('Wait for the first byte of an upstream, seconds; then 408. 10 minutes, as the SDKs wait.'),
    stream_idle_seconds: seconds(longestSeconds)
      .default(300)
      .describe('Longest silence of an upstream in a stream, seconds; then the stream ends with its own error event.'),
    keepalive_seconds: seconds(3_600)
      .default(15)
      .describe('Silence after which a stream gets a sign of life, seconds. Below the minute after which proxies cut.'),
    drive_retention_seconds: seconds(315_360_000)
      .default(259_200)
      .describe('Life of a kept file, seconds. 3 days by contract; then 404.'),
    response_retention_days: z
      .int('must be a whole number of days')
      .min(1, 'must be at least 1 day')
      .max(3_650, 'must be at most 3650 days')
      .default(30)
      .describe('Life of a stored response, days.'),
  })
  .prefault({})
  .describe('Bytes, seconds and days, whole numbers.');
