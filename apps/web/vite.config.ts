import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledCatalogues } from './build/compiled-catalogues.ts';
import { earlyFont } from './build/early-font.ts';
import { earlyPages } from './build/early-pages.ts';
import { terminalParts } from './build/terminal-parts.ts';
import { tokenStyles } from './build/token-styles.ts';

/** Where `vite` finds the server while the application is being developed. */
const SERVER = process.env['MERIDIAN_SERVER'] ?? 'http://127.0.0.1:3000';

/** Every page needs these and their imports. In one file they are smaller than in twenty. */
const BASE =
  /\/src\/(?:shared\/(?:own-store|figures|http\/api-call)|realtime\/(?:connection|market-translate))\.ts$|\/(?:react|@tanstack)\//;

export default defineConfig({
  plugins: [compiledCatalogues(), tokenStyles(), earlyFont(), earlyPages(), react()],
  // Our policy for styles allows no style elements.
  resolve: {
    alias: {
      'react-style-singleton': fileURLToPath(
        new URL('./src/shared/ui/style-singleton.ts', import.meta.url),
      ),
    },
  },
  server: { proxy: { '/api': SERVER, '/uploads': SERVER, '/wss': { target: SERVER, ws: true } } },
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 1 },
            { name: terminalParts(), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
