import path from 'node:path'
import process from 'node:process'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // itty-router ships source maps that point outside its package; warnings about them would hide others.
  logLevel: 'error',
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        bindings: {
          TEST_MIGRATIONS: await readD1Migrations(path.join(import.meta.dirname, 'migrations/d1')),
          CHECK_DECLARATIONS: 'true',
          DEVELOPMENT: 'true',
          DEPLOYMENT_SECRET: 'the deployment secret',
          PASSWORD_COST: '1024',
          JWT_AUTH_KEYS:
            '{"token-realm":"the token key","other-token-realm":"another key","guessed-token-realm":"the token key"}',
          MAX_FILE_UPLOAD_SIZE_MIB: '16',
          UPLOAD_QUOTA_MIB: '24',
          WEB_PUBLIC_STREAMS_ENABLED: 'true',
          PUSH_BOUNCER_URL: 'https://bouncer.test',
          PUSH_BOUNCER_ORGANIZATION: 'parley',
          PUSH_BOUNCER_KEY: 'the bouncer key',
          RATE_LIMIT_BY_USER: '',
          // How long the properties are looked for, and from which seed on.
          PROVE_SECONDS: process.env.PROVE_SECONDS ?? '',
          PROVE_SEED: process.env.PROVE_SEED ?? '',
          RATE_LIMIT_BY_ADDRESS: '',
        },
      },
    })),
  ],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['./test/setup.ts', './test/support/answered-endpoints.ts'],
    globalSetup: ['./test/support/every-endpoint.ts'],
    // A workerd for each file costs most of a second; every test has a realm of its own name instead.
    isolate: false,
    // Other things run on this machine: a test that waits for the processor has not failed.
    testTimeout: 60_000,
    onUnhandledError(error) {
      // An object that a test kills says so; that is the test's business and no failure.
      if ('durableObjectReset' in error && error.durableObjectReset) return false
    },
    coverage: { provider: 'istanbul', include: ['src/**'] },
  },
})
