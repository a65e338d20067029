import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * Unit and service tests in two environments: Node, and jsdom for components. Playwright runs the
 * browser tests in e2e/.
 */
export default defineConfig({
  test: {
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{contract,scripts,server}/**/*.test.ts', 'src/**/*.test.ts'],
          globalSetup: ['./server/testing/database/databases.setup.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['./src/testing/dom.setup.ts'],
        },
      },
    ],
  },
});
