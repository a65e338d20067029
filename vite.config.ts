import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The browser bundle. Nothing is inlined: the Content-Security-Policy allows files of our own origin only. */
export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', assetsInlineLimit: 0, target: 'es2024', manifest: true },
  worker: { format: 'es' },
});
