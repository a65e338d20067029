import { spawn } from 'node:child_process';

import { createServer } from 'vite';

import { readConfig } from '#server/config/config.ts';

/**
 * `npm run dev`: Vite with hot reload, in front of the service, which restarts when its files
 * change.
 */
const config = readConfig(process.env);
const { port } = config;
const servicePort = port + 1;

const service = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(servicePort),
    // Users and links go to Vite. Demo mode is set explicitly, because a PUBLIC_URL would turn it
    // off.
    PUBLIC_URL: config.publicUrl ?? `http://127.0.0.1:${port}`,
    DEMO: config.demo ? '1' : '0',
  },
});
const portal = await createServer({
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // The Host header stays the one the browser sent, or the service would reject every change as
    // cross-site.
    proxy: {
      '^/(api|portal|operator)/': {
        target: `http://127.0.0.1:${servicePort}`,
        changeOrigin: false,
      },
    },
  },
});
await portal.listen();
portal.printUrls();

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    service.kill('SIGTERM');
    void portal.close();
  });
service.on('exit', () => void portal.close());
