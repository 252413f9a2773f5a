import { chromium, firefox, webkit, type Browser } from 'playwright-core'
import { inject, test } from 'vitest'

/** Which media features the browser tells the page. */
export type Media = { colorScheme?: string | null; reducedMotion?: string | null }

/** Launches the engine that the run asks for. */
export const launch = (media: Media): Promise<Browser> => {
  const executablePath = inject('browser')
  if (inject('engine') === 'webkit') return webkit.launch()
  if (inject('engine') === 'chromium') return chromium.launch({ executablePath, args: ['--no-sandbox'] })
  return executablePath === '' ? firefox.launch() : launchStockFirefox(executablePath, media)
}

/**
 * Launches a Firefox of the operating system, over WebDriver BiDi. playwright-core sends each new context the command below,
 * which Firefox 153 refuses as unknown. So preferences have the values of the command, and the command is not sent.
 */
async function launchStockFirefox(executablePath: string, { colorScheme, reducedMotion }: Media): Promise<Browser> {
  const found = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    firefoxUserPrefs: {
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
      'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0,
    },
  })
  const session = sessionOf(found)
  const send = session.send.bind(session)
  session.send = (method, params) =>
    method === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send(method, params)
  return found
}

/** The Firefox of the operating system has its media features for life, so each combination is a browser of its own. */
export const mediaKey = ({ colorScheme, reducedMotion }: Media): string =>
  inject('browser') !== '' && inject('engine') === 'firefox' ? `${colorScheme} ${reducedMotion}` : ''

type Session = { send: (method: string, params: unknown) => Promise<unknown> }

type Connection = { toImpl: (browser: Browser) => { _browserSession: Session } }

/** The connection of playwright-core to the browser. It has no public name. */
function sessionOf(browser: Browser): Session {
  const connection: Connection = Reflect.get(browser, '_connection')
  return connection.toImpl(browser)._browserSession
}

/** What only the driver of Chromium can do. `npm run test:browsers` tells which tests another engine skips, and why. */
const LIMITS = {
  cpu: 'The driver counts neither the CPU time nor the nodes of a page.',
  fingers: 'The driver has no touches that move.',
  worker: 'The driver does not reach service workers.',
  authenticator: 'The driver has no device that makes passkeys.',
  import: 'The import has been tried in Chromium only.',
  bodies: 'The driver does not tell what a request sends, so a test cannot pass it on.',
}

/** A test that needs something that not all drivers can do. */
export function testWith(need: keyof typeof LIMITS) {
  if (inject('engine') === 'chromium') return test
  return (name: string, _run: () => Promise<void>, _timeout?: number) =>
    test(name, ({ skip }) => {
      skip(LIMITS[need])
    })
}
