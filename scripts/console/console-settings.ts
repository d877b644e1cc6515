import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { consoleOutput, consoleSource } from './console-folders.ts';

/** Replaced by the server in every page that it sends, so that only its own script and style run. */
const noncePlaceholder = '__DIGLOT_CSP_NONCE__';

/** How Vite builds the console into a folder, and serves it. */
export const consoleSettings = (output = consoleOutput): InlineConfig => ({
  root: consoleSource,
  base: '/console/',
  configFile: false,
  plugins: [react()],
  html: { cspNonce: noncePlaceholder },
  build: {
    outDir: resolve(output),
    emptyOutDir: true,
    // Nothing is inlined as a data: URL, so that the policy of the page need not allow them.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script; browsers of the last five years do not need it.
    modulePreload: { polyfill: false },
    // What the packages in these scripts ask to be passed on with them.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: { index: join(consoleSource, 'index.html'), front: join(consoleSource, 'front.html') },
    },
  },
});

/** Serves the sources in front of a running gateway. Its sign-in cookie passes, because the origin is rewritten. */
export const developmentSettings = (gateway: string): InlineConfig => ({
  ...consoleSettings(),
  html: {},
  server: {
    proxy: {
      '^/(console/api|livez|docs|errors|openapi)': {
        target: gateway,
        changeOrigin: true,
        headers: { origin: gateway },
      },
    },
  },
});
