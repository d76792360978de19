import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Address of the server for `vite` during development of the office. */
const SERVER = process.env['MERIDIAN_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/office/',
  plugins: [react()],
  // The rich text editor and the framework must share one copy of these, wherever they were
  // installed.
  resolve: { dedupe: ['ra-core', 'ra-ui-materialui', 'react-router'] },
  server: {
    proxy: { '/office/api': SERVER, '/api': SERVER, '/uploads': SERVER, '/banners': SERVER },
  },
  build: { target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 1500 },
});
