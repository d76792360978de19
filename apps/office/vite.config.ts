import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite` finds the server while the office is being developed. */
const SERVER = process.env['MERIDIAN_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/office/',
  plugins: [react()],
  server: { proxy: { '/office/api': SERVER, '/api': SERVER } },
  build: { target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 1500 },
});
