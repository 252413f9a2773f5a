import { availableParallelism } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { defineConfig, defineProject } from 'vitest/config'
import { buildClient } from './scripts/build-client.ts'
import { OrderOfProjects } from './scripts/order-of-projects.ts'
import { writeWireTypes } from './scripts/wire-types.ts'
import { amplificationService } from './scripts/amplification/service.ts'
import { keepStorageInMemory } from './test/storage-in-memory.mjs'

keepStorageInMemory()

// The runtime of the tests trusts the certificate of their own SMTP server. The plugin reads the variable when it is imported.
process.env.NODE_EXTRA_CA_CERTS = path.join(import.meta.dirname, 'test/fixtures/smtp/authority.pem')
const { cloudflareTest, readD1Migrations } = await import('@cloudflare/vitest-plugin')

// Where `npm run amplification` wants its page.
const { AMPLIFICATION_PAGE: page, TEST_GATEWAYS: gateways } = process.env

/** `npm run examples` records the examples of the documentation while the tests run, and runs only the tests it needs. */
const isRecording = process.env.RECORD_EXAMPLES !== undefined

/** Other things run on this machine: a test that waits for the processor has not failed. No test states a shorter time. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000 }

/** Tests of pure code: they need no realm, so they run in plain Node, in seconds. */
const RULES = '{src,test,web}/**/*.rules.test.ts'

/** Tests of pure code that measure time or try thousands of random inputs: too slow for `npm run test:rules`. */
const SLOW_RULES = '{src,test}/**/*.slow.test.ts'

/**
 * `.ci/run` repeats a test that fails: scripts/report-retries.ts then knows whether it is a flake, says why it failed, and
 * fails the run. On the machine of a developer it fails at once.
 */
const retry = Number(process.env.TEST_RETRIES ?? 0)

const rules = defineProject({
  test: { name: 'rules', include: [RULES], isolate: false, ...patience },
})

const slowRules = defineProject({
  test: { name: 'slow-rules', include: [SLOW_RULES], retry, isolate: false, ...patience },
})

/** With so many queues in each, all queues are in gateways. */
const inGateways = (queues: string) => ({ QUEUES_PER_REALM: '0', QUEUES_PER_GATEWAY: queues })

/** The runtime that production uses, with these variables. */
const runtime = (variables: Record<string, string>) =>
  cloudflareTest(async () => ({
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      // The tests of nightly copies give it to the server as BACKUPS.
      r2Buckets: ['SECOND_BUCKET'],
      // Tests of several databases bind them as DB_2 and DB_3 while they run.
      d1Databases: { SPARE_2: 'spare-2', SPARE_3: 'spare-3' },
      serviceBindings: { AMPLIFICATION: amplificationService(page) },
      bindings: {
        TEST_MIGRATIONS: await readD1Migrations(path.join(import.meta.dirname, 'migrations/d1')),
        CHECK_DECLARATIONS: 'true',
        DEVELOPMENT: 'true',
        DEPLOYMENT_SECRET: 'the deployment secret',
        MAIL_GATEWAY: 'in.parley.test',
        MAIL_FROM: 'chat@parley.test',
        MAIL_HTTP_WEBHOOK_SECRET: 'the secret of the provider',
        METRICS_TOKEN: 'the token for metrics',
        ENCRYPTION_SECRET: 'an encryption secret of many characters',
        // The least that scrypt takes. What a hash costs, its own tests measure.
        PASSWORD_COST: '16',
        // The tests call no server on the internet.
        OUTSIDE_REQUESTS_OFF: 'breached_passwords',
        JWT_AUTH_KEYS:
          '{"token-realm":"the token key","other-token-realm":"another key","guessed-token-realm":"the token key"}',
        MAX_FILE_UPLOAD_SIZE_MIB: '16',
        UPLOAD_QUOTA_MIB: '24',
        WEB_PUBLIC_STREAMS_ENABLED: 'true',
        PUSH_BOUNCER_URL: 'https://bouncer.example.net',
        PUSH_BOUNCER_ORGANIZATION: '6cea1be7-5b4f-4a9c-9b54-1f0b7d2ac001',
        PUSH_BOUNCER_KEY: 'k3yOfTheServer'.padEnd(64, '0'),
        // A pair of keys that protects nothing.
        WEB_PUSH_KEYS:
          'BFLG8NVg_5JD5yyc17v8SH85gvMBYW_sz6d58ghuMk_LuH8Z6IPTYj-wRQ7GCmnNFje9vQrVqe9mnvPFagw_D-0.g-TMKBSkzseCNH40v5rSKAc3ZaCia9HoOy4xdzzWXi4',
        WEB_PUSH_SERVICES: 'push.example.net',
        RATE_LIMIT_BY_USER: '',
        // The tests of calls ask no server on the internet for their address.
        CALL_STUN_URLS: '',
        ...variables,
        // How long the properties are looked for, and from which seed on.
        PROVE_SECONDS: process.env.PROVE_SECONDS ?? '',
        PROVE_SEED: process.env.PROVE_SEED ?? '',
        WHAT_IF_CHANGES: process.env.WHAT_IF_CHANGES ?? '',
        // Which tests `npm run examples` runs.
        RECORD_EXAMPLES: process.env.RECORD_EXAMPLES ?? '',
        RATE_LIMIT_BY_ADDRESS: '',
      },
    },
  }))

/** Every file of the server's tests notes which endpoints answered, or the examples of the documentation. */
const serverSetup = [
  './test/setup.ts',
  ...(isRecording ? ['./test/support/examples/record.ts'] : ['./test/support/answered-endpoints.ts']),
]

const COSTS = 'test/amplification/**'

/**
 * What the largest and the worst requests cost, in a runtime of their own: what other files leave in memory costs CPU in each
 * request, because the runtime looks through it for garbage.
 */
const costs = defineProject({
  logLevel: 'error',
  plugins: [runtime({})],
  test: {
    name: 'costs',
    include: [`${COSTS}/*.test.ts`],
    setupFiles: serverSetup,
    isolate: false,
    disableConsoleIntercept: true,
    ...patience,
  },
})

/** The server. With TEST_GATEWAYS=n, all queues are in gateways, n in each. */
const server = defineProject({
  // itty-router ships source maps that point outside its package; warnings about them would hide others.
  logLevel: 'error',
  plugins: [runtime(gateways === undefined ? {} : inGateways(gateways))],
  test: {
    name: 'server',
    retry,
    include: ['test/**/*.test.ts'],
    exclude: ['test/scripts/**', COSTS, RULES, SLOW_RULES],
    setupFiles: serverSetup,
    globalSetup: [
      './test/support/certified-provider.mjs',
      './test/support/event-receiver.mjs',
      './test/support/gif-server.mjs',
      './test/support/model-server.mjs',
      './test/support/smtp-server.mjs',
      isRecording ? './test/support/examples/write.ts' : './test/support/every-endpoint.ts',
    ],
    // A workerd for each file costs most of a second; every test has a realm of its own name instead.
    isolate: false,
    // vitest waits until it has received each line of the console. A line that a realm object writes while it is reset never
    // arrives, and the run would never end. So the lines go to the output of workerd.
    disableConsoleIntercept: true,
    ...patience,
  },
})

/** The server on a virtual clock, in plain Node: the same program ends the same each time. */
const world = defineProject({
  test: { name: 'world', include: ['world/test/**/*.test.ts'], isolate: false, ...patience },
})

/** Programs that are typed at a prompt, as processes of their own. */
const scripts = defineProject({
  test: { name: 'scripts', include: ['test/scripts/**/*.test.ts'], exclude: [RULES], retry, ...patience },
})

/**
 * The web client in Chromium, with the server of `npm run dev`. `npm run test:browsers` runs it in other engines: in WebKitGTK,
 * which only W3C WebDriver drives, the statements that are written for it.
 */
const browser = defineProject({
  test: {
    name: 'browser',
    retry,
    include: [`web/test/**/*.${process.env.ENGINE === 'webkitgtk' ? 'webdriver' : 'browser'}.test.ts`],
    globalSetup: ['./web/test/server.ts'],
    setupFiles: ['./web/test/setup.ts'],
    // The files of a worker share a browser. Each test has a profile of its own.
    isolate: false,
    ...patience,
    expect: { poll: { timeout: 60_000, interval: 15 } },
  },
})

// wrangler.toml names the folder of the client, so it exists before the Worker starts.
await buildClient()
// Editors show errors while the file with the types of the API is missing. Tests run without it.
await writeWireTypes()

export default defineConfig({
  test: {
    // A worker waits for the runtime or for a browser most of the time: two leave a third of two processors unused.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: OrderOfProjects },
    reporters: ['default', './scripts/report-progress.ts'],
    projects: [rules, slowRules, server, scripts, world, browser, costs],
    onUnhandledError(error) {
      // An object that a test kills says so; that is the test's business and no failure.
      if ('durableObjectReset' in error && error.durableObjectReset) return false
    },
    coverage: { provider: 'istanbul', include: ['src/**'] },
  },
})
