import '@mantine/core/styles.css';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './console.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from '../api/query-client.ts';
import { loadLanguage, preferredLanguage } from '../text/text.ts';
import { followEntry } from './entry.ts';
import { makeRouter } from './router.tsx';
import { cssVariables, makeTheme } from './theme.ts';

/** The nonce of this page: the styles that Mantine writes carry it, and the page's policy allows no others. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The one other writer of styles, which stops the page from scrolling behind a dialog, looks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

await loadLanguage(preferredLanguage());

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no place for the console.');
const queryClient = makeQueryClient();
followEntry();

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={makeTheme()}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={makeRouter(queryClient)} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
