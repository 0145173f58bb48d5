import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/fixtures/**', '.cache/**'],
    environment: 'node',
    restoreMocks: true,
  },
});
