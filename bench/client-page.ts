// The web client in a page of Chromium, over a server of the bench, which has no files of the client.

import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import process from 'node:process'
import type { BrowserContext, Page } from 'playwright-core'

export const CLIENT = join(import.meta.dirname, '../web/dist')
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
/**
 * `serveClient` answers in place of a server, and so from no address. Chromium would refuse such a page its sockets to this machine, and the
 * client would poll.
 */
export const LAUNCH_ARGUMENTS = ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks']

/** Answers requests for files of the client. */
export function serveClient(pages: Page | BrowserContext): Promise<unknown> {
  return pages.route(/^[^?#]*\/(?:|assets\/[\w.-]+|favicon\.svg)(?:[?#].*)?$/, (route) => {
    const { pathname } = new URL(route.request().url())
    const name = pathname === '/' ? '/index.html' : pathname
    const body = readFileSync(join(CLIENT, name))
    return route.fulfill({ body, contentType: TYPES[extname(name)] ?? 'application/octet-stream' })
  })
}

/** Logs in at this address, and waits for the registration. Returns its bytes. */
export async function logIn(page: Page, address: string, password: string): Promise<number> {
  await page.goto(address)
  await page.getByLabel('Email address').fill('ada@bench.example')
  await page.getByLabel('Password').fill(password)
  const registered = page.waitForResponse(/json\/register/)
  await page.getByRole('button', { name: 'Log in' }).click()
  return (await (await registered).body()).byteLength
}
