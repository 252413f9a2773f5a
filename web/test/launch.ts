import { existsSync } from 'node:fs'
import { chromium, firefox, webkit, type APIResponse, type Browser, type Page, type Route } from 'playwright-core'
import { inject, test } from 'vitest'

/** What a browser must be able to do, which media features it tells the page, and whether it has a touch screen. */
export type Media = {
  colorScheme?: string | null
  reducedMotion?: string | null
  hasTouch?: boolean
  permissions?: string[]
}

const showsNotifications = ({ permissions = [] }: Media) => permissions.includes('notifications')

/** A Firefox of the operating system, which playwright-core did not build. */
const isStockFirefox = () => inject('engine') === 'firefox' && inject('browser') !== ''

const MAX_BODY_BYTES = 20 * 1024 * 1024

/** Launches the engine that the run asks for. */
export const launch = (media: Media): Promise<Browser> => {
  const executablePath = inject('browser')
  if (inject('engine') === 'webkit') return webkit.launch()
  if (inject('engine') === 'chromium')
    return chromium.launch({
      executablePath: showsNotifications(media) ? executablePath : inject('shell'),
      args: ['--no-sandbox', ...FAKE_DEVICES],
    })
  return executablePath === '' ? firefox.launch() : launchStockFirefox(executablePath, media)
}

/** A camera that shows a clock, a microphone that beeps, and a screen. Two pages of the machine reach each other without a network. */
const FAKE_DEVICES = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
]

/** A camera, a microphone that beeps, and no question about them. */
const FAKE_DEVICES_OF_FIREFOX = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
}

/**
 * Launches a Firefox of the operating system, over WebDriver BiDi. playwright-core sends each new context the command below,
 * which Firefox 153 refuses as unknown. So preferences have the values of the command, and the command is not sent.
 */
async function launchStockFirefox(
  executablePath: string,
  { colorScheme, reducedMotion, hasTouch }: Media,
): Promise<Browser> {
  const found = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    args: ['--remote-allow-system-access'],
    firefoxUserPrefs: {
      'security.webauth.webauthn_enable_softtoken': true,
      'security.webauth.webauthn_enable_usbtoken': false,
      ...FAKE_DEVICES_OF_FIREFOX,
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
      'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0,
      ...(hasTouch ? TOUCH_SCREEN : {}),
    },
  })
  const session = sessionOf(found)
  const send = session.send.bind(session)
  session.send = (method, params) =>
    method === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send(method, params)
  await session.send('network.addDataCollector', { dataTypes: ['request'], maxEncodedDataSize: MAX_BODY_BYTES })
  return found
}

/** The only pointer is a finger. */
const TOUCH_SCREEN = {
  'dom.w3c_touch_events.enabled': 1,
  'dom.maxtouchpoints.testing.value': 5,
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
}

/**
 * The Firefox of the operating system has its media features for life, so each combination is a browser of its own. Notifications need
 * a Chromium with windows.
 */
export function mediaKey(media: Media): string {
  const { colorScheme, reducedMotion, hasTouch } = media
  return isStockFirefox() ? `${colorScheme} ${reducedMotion} ${hasTouch}` : String(showsNotifications(media))
}

type Session = { send: (method: string, params: unknown) => Promise<Record<string, unknown>> }

/** What playwright-core keeps behind an object. It has no public name. */
const behind = (object: Browser | Page | Route): Record<string, Record<string, unknown>> =>
  Reflect.get(object, '_connection').toImpl(object)

/** The connection to a Firefox of the operating system, in the words of WebDriver BiDi. */
export const sessionOf = (browser: Browser): Session => Object(behind(browser))._browserSession

/** Evaluates an expression in the Firefox of the operating system, outside of its pages. */
export async function inFirefox(browser: Browser, expression: string): Promise<unknown> {
  const session = sessionOf(browser)
  const { contexts } = await session.send('browsingContext.getTree', { 'moz:scope': 'chrome' })
  const target = { context: Object(contexts)[0].context }
  const answer = await session.send('script.evaluate', { expression, target, awaitPromise: true })
  if (answer.type !== 'success') throw new Error(JSON.stringify(answer))
  return Object(answer.result).value
}

/** The name of the page in WebDriver BiDi. */
export const contextOf = (page: Page): string => Object(behind(page).delegate)._session.sessionId

/** Returns the number of the process that has the page. */
export const processOf = async (page: Page): Promise<number> =>
  Number(
    await inFirefox(
      page.context().browser()!,
      `ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs')
        .NavigableManager.getBrowsingContextById('${contextOf(page)}').currentWindowGlobal.osPid`,
    ),
  )

/** Returns what the request sends. playwright-core does not ask Firefox for it. */
export async function bodyOf(route: Route): Promise<string | undefined> {
  const request = route.request()
  if (!isStockFirefox() || request.method() === 'GET') return request.postData() ?? undefined
  const session = sessionOf(request.frame().page().context().browser()!)
  const found = await session
    .send('network.getData', { request: behind(route)._delegate!._requestId, dataType: 'request' })
    .catch((error: unknown) => {
      // Firefox keeps nothing of a request without a body.
      if (!String(error).includes('no such network data')) throw error
    })
  const { type, value } = Object(found?.bytes)
  return type === 'base64' ? Buffer.from(value, 'base64').toString() : value
}

/** Sends the request of a page to the server, and returns the response. */
export const passOn = async (route: Route): Promise<APIResponse> => route.fetch({ postData: await bodyOf(route) })

const PAUSES_MILLISECONDS = [20, 30, 50]

/** playwright-core looks for an element after pauses that grow to half a second. Most of each would be time in which nothing happens. */
export function looksOften(page: Page): void {
  const frame = Object.getPrototypeOf(Object(behind(page)).mainFrame())
  if (typeof frame.retryWithProgressAndBackoff !== 'function') throw new Error('playwright-core pauses in another way')
  frame.retryWithProgressAndBackoff = function (progress: unknown, look: unknown) {
    return this.retryWithProgressAndTimeouts(progress, PAUSES_MILLISECONDS, look)
  }
}

/** What only the driver of Chromium can do. `npm run test:browsers` tells which tests another engine skips, and why. */
const LIMITS = {
  cpu: 'The driver counts neither the CPU time nor the nodes of a page.',
  worker: 'The driver does not reach service workers.',
  passkeys: 'The driver has no device that makes passkeys.',
  strangePasskeys: 'The driver has no device that chooses a passkey by itself, or that signs wrongly.',
}

/** What a Firefox of the operating system can do, which takes commands outside of its pages. */
const FIREFOX_HAS: Record<keyof typeof LIMITS, () => boolean> = {
  cpu: () => existsSync('/proc/self/schedstat'),
  worker: () => false,
  passkeys: () => true,
  strangePasskeys: () => false,
}

/** A test that needs something that not all drivers can do. */
export function testWith(need: keyof typeof LIMITS) {
  if (inject('engine') === 'chromium' || (isStockFirefox() && FIREFOX_HAS[need]())) return test
  return (name: string, _run: () => Promise<void>, _timeout?: number) =>
    test(name, ({ skip }) => {
      skip(LIMITS[need])
    })
}
