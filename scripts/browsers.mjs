import { existsSync } from 'node:fs'
import process from 'node:process'

// Which Chromium the tests of the web client use.

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Chromium without windows: it needs less time, but it shows no notifications. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** Debian's packages. */
export const PACKAGES = ['chromium', 'chromium-headless-shell']

/** @type {() => string | undefined} */
export const findChromium = () => process.env.CHROMIUM ?? PROGRAMS.find((file) => existsSync(file))

/**
 * Returns the program for tests without notifications.
 * @type {(chromium: string) => string}
 */
export const shellOf = (chromium) => (process.env.CHROMIUM === undefined && existsSync(SHELL) ? SHELL : chromium)
