/** What a folder of `src/` may import from other folders. Its own files are always allowed. */
interface Room {
  /** Values and types. */
  readonly uses: readonly string[];
  /** Types alone: the shapes in which a call is handed from room to room. */
  readonly knows?: readonly string[];
}

const ground = ['shared', 'errors', 'catalog'];
const callShapes = ['config', 'identity', 'routing', 'metering'];

/** Who may import whom. The files of `src/` itself, where everything is put together, may import all; only `cli` imports them. */
export const rooms: Readonly<Record<string, Room>> = {
  shared: { uses: [] },
  errors: { uses: ['shared'] },
  catalog: { uses: ['shared', 'errors'] },
  config: { uses: [...ground, 'identity'] },
  identity: { uses: ground },
  routing: { uses: ground, knows: ['identity'] },
  metering: { uses: ground, knows: ['identity', 'routing', 'config'] },
  dialects: { uses: ground, knows: ['generated'] },
  upstream: { uses: ground, knows: [...callShapes, 'gateway'] },
  resources: { uses: ground, knows: callShapes },
  telemetry: { uses: ground, knows: callShapes },
  demo: { uses: ground },
  http: { uses: [...ground, 'generated'], knows: [...callShapes, 'gateway', 'console-api', 'resources'] },
  store: { uses: ground, knows: ['identity', 'metering', 'resources', 'config'] },
  gateway: {
    uses: [...ground, 'identity', 'routing', 'metering', 'dialects', 'upstream', 'resources', 'telemetry', 'generated'],
    knows: ['config'],
  },
  'console-api': {
    uses: [...ground, 'identity', 'routing', 'metering', 'resources', 'telemetry', 'generated'],
    knows: ['config'],
  },
  cli: { uses: [...ground, 'config', 'identity', 'demo', 'generated', 'src'] },
  console: { uses: ['generated'] },
};
