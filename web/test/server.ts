import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { TestProject } from 'vitest/node'
import { findChromium, shellOf } from '../../scripts/browsers.mjs'
import { freePort } from './free-port'

declare module 'vitest' {
  interface ProvidedContext {
    server: { url: string; people: { email: string; password: string; api_key: string; user_id: number }[] }
    browser: string
    /** The program for tests that need no notifications. */
    shell: string
    /** Where a test may start a push service, which the server knows. */
    pushPort: number
    /** Where a test may start a Zoom, which the server knows. */
    zoomPort: number
    /** Where a test may start a media server for calls, which the server knows. */
    mediaPort: number
    engine: Engine
    /** The driver of WebKitGTK, and the browser that it starts. */
    webdriver: { driver: string; browser: string }
  }
}

/** The engine that runs the tests. `npm run test:browsers` chooses the others. */
export type Engine = (typeof ENGINES)[number]

const ENGINES = ['chromium', 'firefox', 'webkit', 'webkitgtk'] as const

/** Starts `npm run dev` with a new realm, for all browser tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = engineIn(process.env.ENGINE)
  // Playwright's own builds of the other engines are where playwright installs them. FIREFOX names another Firefox.
  const { FIREFOX = '', WEBKIT_DRIVER = '', WEBKIT_BROWSER = '' } = process.env
  const others = engine === 'firefox' ? FIREFOX : ''
  const browser = engine === 'chromium' ? findChromium() : others
  if (browser === undefined || (browser !== '' && !existsSync(browser)))
    throw new Error(
      'The tests of the web client need Chromium. `npm test` installs it on Debian. Elsewhere, set CHROMIUM to its program.',
    )
  const folder = mkdtempSync(join(tmpdir(), 'parley-web-'))
  const program = join(import.meta.dirname, '../../scripts/dev.ts')
  const [pushPort, zoomPort, mediaPort] = [await freePort(), await freePort(), await freePort()]
  const zoom = `http://127.0.0.1:${zoomPort}`
  const child = spawn(
    process.execPath,
    [program, '--small', '--port', String(await freePort()), '--persist-to', folder],
    {
      env: {
        ...process.env,
        // Nearly every test logs in, and the usual cost is a sixth of a second.
        PASSWORD_COST: '16',
        WEB_PUSH_SERVICES: `127.0.0.1:${pushPort}`,
        ZOOM_URL: zoom,
        ZOOM_API_URL: zoom,
        ZOOM_CLIENT_ID: 'client',
        ZOOM_CLIENT_SECRET: 'secret',
        CALL_SFU_URL: `http://127.0.0.1:${mediaPort}/v1`,
        CALL_SFU_APP_ID: 'app',
        CALL_SFU_SECRET: 'secret',
      },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = once(child, 'close')
  const started = new Promise<void>((resolve) => {
    child.stdout.on('data', () => output.includes('Ctrl-C stops') && resolve())
  })
  const failed = ended.then(() => Promise.reject(new Error(`The server did not start:\n${output}`)))
  await Promise.race([started, failed])
  failed.catch(() => {})
  project.provide('server', JSON.parse(readFileSync(join(folder, 'dev.json'), 'utf8')))
  project.provide('browser', browser)
  project.provide('shell', engine === 'chromium' ? shellOf(browser) : browser)
  project.provide('pushPort', pushPort)
  project.provide('zoomPort', zoomPort)
  project.provide('mediaPort', mediaPort)
  project.provide('engine', engine)
  project.provide('webdriver', { driver: WEBKIT_DRIVER, browser: WEBKIT_BROWSER })
  return async () => {
    failWithoutResult(project)
    failAfterError(project, output)
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  }
}

/** A run that only skipped tests has shown nothing about the browser. */
function failWithoutResult(project: TestProject): void {
  const modules = project.vitest.state.getTestModules().filter((module) => module.project === project)
  const results = modules.flatMap(({ children }) => [...children.allTests()].map((test) => test.result()))
  const reasons = new Set(results.flatMap((result) => (result.state === 'skipped' && result.note) || []))
  if (reasons.size === 0 || results.some(({ state }) => state === 'passed')) return
  project.vitest.logger.error(`No test of the web client ran in this browser. ${[...reasons].join(' ')}`)
  process.exitCode = 1
}

/** An error that no code of the server expected is a fault, also if the client showed nothing of it. */
function failAfterError(project: TestProject, output: string): void {
  const errors = output.split('\n').filter((line) => line.includes('Uncaught'))
  if (errors.length === 0) return
  project.vitest.logger.error(`The server logged errors that it did not expect:\n${errors.join('\n')}`)
  process.exitCode = 1
}

const engineIn = (name: string | undefined): Engine => ENGINES.find((engine) => engine === name) ?? 'chromium'
