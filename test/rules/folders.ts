/** What a folder of `src/` may import from other folders. Its own files are always allowed. */
interface FolderRule {
  /** Values and types. */
  readonly uses: readonly string[];
  /** Types alone: the shapes in which a call is handed on. */
  readonly knows?: readonly string[];
}

const ground = ['shared', 'errors', 'catalog'];

/** Who may import whom. `app.ts` may import all folders but `cli`; `main.ts` starts the command line. */
export const folders: Readonly<Record<string, FolderRule>> = {
  shared: { uses: [] },
  errors: { uses: ['shared'] },
  catalog: { uses: ['shared', 'errors'] },
  config: { uses: [...ground, 'identity'] },
  identity: { uses: ground, knows: ['metering'] },
  routing: { uses: ground, knows: ['identity'] },
  metering: { uses: ground, knows: ['identity', 'routing'] },
  objects: { uses: ground, knows: ['identity', 'config'] },
  wires: { uses: ground, knows: ['generated'] },
  providers: { uses: ground, knows: ['metering', 'routing', 'wires'] },
  pipeline: {
    uses: [...ground, 'wires', 'providers', 'routing', 'metering', 'identity'],
    knows: ['objects', 'config', 'generated'],
  },
  // Loaded with the first session; a call of another operation never needs it.
  realtime: { uses: [...ground, 'pipeline', 'wires', 'providers', 'routing'], knows: ['metering'] },
  batches: {
    uses: [...ground, 'pipeline', 'objects', 'metering', 'wires', 'routing', 'identity', 'generated'],
    knows: ['providers'],
  },
  api: {
    uses: [...ground, 'pipeline', 'realtime', 'objects', 'batches', 'metering', 'routing', 'identity', 'providers'],
    knows: ['wires', 'config', 'generated'],
  },
  'control-api': { uses: [...ground, 'identity', 'notify', 'generated'], knows: ['metering', 'providers', 'config'] },
  notify: { uses: ground, knows: ['identity', 'metering'] },
  contract: { uses: ['shared', 'errors'], knows: ['pipeline'] },
  http: {
    uses: ['shared', 'errors', 'contract', 'generated'],
    knows: ['catalog', 'config', 'identity', 'pipeline', 'objects', 'control-api'],
  },
  store: { uses: ground, knows: ['identity', 'metering', 'objects', 'notify'] },
  telemetry: { uses: ['shared'], knows: ['metering'] },
  demo: { uses: ['shared', 'pipeline', 'catalog'], knows: ['metering'] },
  // The parent of workers serves the sum of their metrics.
  cli: { uses: [...ground, 'config', 'identity', 'generated', 'src', 'store', 'providers', 'demo', 'telemetry'] },
  console: { uses: ['generated'] },
};
