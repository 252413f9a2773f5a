import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port'

// A small client of W3C WebDriver, for WebKitGTK: playwright drives its own build of WebKit only.

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const STATE_MILLISECONDS = 60_000

const KEYS: Record<string, string> = {
  Shift: '\uE008',
  Control: '\uE009',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  End: '\uE010',
}

type Script<Args extends unknown[], Result> = (...args: Args) => Result

/** Sends a command. Throws what the driver answers. */
async function command(url: string, method: string, body?: unknown) {
  const request = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(url, request)
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`)
  return value
}

/** Starts the driver and a browser with one page. */
export async function startBrowser(program: { driver: string; browser: string }) {
  const port = await freePort()
  // Without a language of the system, WebKit has one that no page knows. It takes the colours of the desktop's theme.
  const env = { ...process.env, LANG: 'C.UTF-8', LANGUAGE: 'en_US', NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' }
  const driver = spawn(program.driver, [`--port=${port}`], { env, stdio: 'ignore' })
  const closed = once(driver, 'close')
  const base = `http://127.0.0.1:${port}`
  await until(() => command(`${base}/status`, 'GET').catch(() => undefined))
  const options = { binary: program.browser, args: ['--automation'] }
  const { sessionId } = await command(`${base}/session`, 'POST', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
  const page = pageOf(`${base}/session/${sessionId}`)
  return {
    ...page,
    async close() {
      await page.send('DELETE', '').catch(() => {})
      driver.kill()
      await closed
    },
  }
}

export type Page = Awaited<ReturnType<typeof startBrowser>>

function pageOf(session: string) {
  const send = (method: string, path: string, body?: unknown) => command(`${session}${path}`, method, body)

  /** Runs a function in the page. It sees only its parameters. */
  const run = <Args extends unknown[], Result>(script: Script<Args, Result>, ...args: Args): Promise<Result> =>
    send('POST', '/execute/sync', { script: `return (${String(script)}).apply(null, arguments)`, args })

  /** Waits until a function of the page returns something. */
  const waits = <Args extends unknown[], Result>(script: Script<Args, Result>, ...args: Args): Promise<Result> =>
    until(
      // While a page is replaced, it runs no script.
      () => run(script, ...args).catch(() => undefined),
      async () => `${String(script)} ${JSON.stringify(args)}\n${await run(() => document.body.innerText)}`,
    )

  async function element(selector: string): Promise<string> {
    const find = () => send('POST', '/element', { using: 'css selector', value: selector }).catch(() => undefined)
    const found = await until(find, async () => `No ${selector}`)
    return found[ELEMENT]
  }

  return {
    send,
    run,
    waits,
    /** Runs a function that takes time. */
    async runs<Result>(script: () => Promise<Result>): Promise<Result> {
      await send('POST', '/timeouts', { script: 2 * STATE_MILLISECONDS })
      return send('POST', '/execute/async', { script: `(${String(script)})().then(arguments[0])`, args: [] })
    },
    goTo: (url: string) => send('POST', '/url', { url }),
    type: async (selector: string, text: string) => send('POST', `/element/${await element(selector)}/value`, { text }),
    click: async (selector: string) => send('POST', `/element/${await element(selector)}/click`, {}),
    /** Presses keys together, such as `Control+k`. */
    async press(combination: string) {
      const keys = combination.split('+').map((key) => KEYS[key] ?? key)
      const actions = [
        ...keys.map((value) => ({ type: 'keyDown', value })),
        ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]
      await send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    resize: (width: number, height: number) => send('POST', '/window/rect', { width, height }),
    /** Loads the page again. The command of the driver also waits for what the page listens to. */
    async reload() {
      await run(() => {
        Object.assign(globalThis, { isOld: true })
        setTimeout(() => location.reload(), 0)
      })
      await waits(() => !('isOld' in globalThis) && document.readyState === 'complete')
    },
    /** Writes a picture of the page, for the eyes of a developer. */
    async screenshot(file: string) {
      writeFileSync(file, Buffer.from(await send('GET', '/screenshot'), 'base64'))
    },
  }
}

async function until<Result>(
  ask: () => Promise<Result | undefined>,
  describe: () => Promise<string> = async () => 'The driver does not start',
): Promise<Result> {
  const end = Date.now() + STATE_MILLISECONDS
  for (;;) {
    const found = await ask()
    if (found !== undefined && found !== null && found !== false) return found
    if (Date.now() > end) throw new Error(`Never true: ${await describe()}`)
    await pause(50)
  }
}
