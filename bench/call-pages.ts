// Pages of Chromium in a call, with microphones that speak now and then, cameras that show a clock, and real packets.

import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import process from 'node:process'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { watchesPictures } from './call-pictures.ts'
import { withoutPriority } from './without-priority.ts'

const CLIENT = join(import.meta.dirname, '../web/dist')
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/**
 * What arrives at a page from the others. `voices`: the users whose voices have sent packets since the last look. `gaps`: for how long, at most,
 * nothing of a user was played. `lost`: packets of voices, for which no browser asks again. `rings`: how many the page showed.
 */
export type Arrived = {
  voices: number[]
  gaps: [number, number][]
  bytes: number
  frames: number
  lost: number
  relayed: boolean
  rings: number
}

/** `voice`: the file that each microphone records. */
export const launchBrowser = (voice: string): Promise<Browser> =>
  chromium.launch({
    executablePath: withoutPriority(process.env.CHROMIUM ?? '/usr/bin/chromium'),
    args: [
      '--no-sandbox',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${voice}`,
      '--use-fake-ui-for-media-stream',
      '--allow-loopback-in-peer-connection',
      // The pages come from this program, and their sockets go to the server of this machine.
      '--disable-features=LocalNetworkAccessChecks',
    ],
  })

type Login = { email: string; password: string }

/** Opens the client of a person in a conversation. The window is small: this machine has no graphics card, and draws all pictures. */
export async function openPage(browser: Browser, origin: string, login: Login, hash: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 480, height: 400 },
    serviceWorkers: 'block',
    permissions: ['microphone', 'camera'],
  })
  await servesClient(context)
  await context.addInitScript(watchesConnections)
  await context.addInitScript(watchesPictures)
  const page = await context.newPage()
  await page.goto(`${origin}/`)
  const status = await page.evaluate(async ({ email: username, password }) => {
    const body = new URLSearchParams({ username, password })
    return (await fetch('/json/login', { method: 'POST', body })).status
  }, login)
  if (status !== 200) throw new Error(`${login.email} cannot log in: ${status}`)
  await page.goto(`${origin}/${hash}`)
  await page.reload()
  await page.locator('.app:not(:has(.login-sheet))').waitFor()
  return page
}

/** The bench serves the API alone, so the files of the client come from here. */
const servesClient = (context: BrowserContext) =>
  context.route(/^[^?#]*\/(?:|assets\/[\w.-]+|favicon\.svg)(?:[?#].*)?$/, (route) => {
    const { pathname } = new URL(route.request().url())
    const name = pathname === '/' ? '/index.html' : pathname
    const body = readFileSync(join(CLIENT, name))
    return route.fulfill({ body, contentType: TYPES[extname(name)] ?? 'application/octet-stream' })
  })

/** Runs in a page. The pages share few cores, so their cameras have small pictures, and no echo is removed: their microphones record a file. */
function watchesConnections(): void {
  const made: RTCPeerConnection[] = []
  const Real = RTCPeerConnection
  const Watched = class extends Real {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      made.push(this)
    }
  }
  const played = new Map<number, { stamp: number; last: number; longest: number }>()
  Object.assign(globalThis, { made, played, packetsBefore: new Map(), rings: 0, RTCPeerConnection: Watched })
  // The page itself measures gaps: this program waits for other things, too.
  setInterval(() => {
    const now = performance.now()
    const receivers = made.flatMap((each) => (each.connectionState === 'closed' ? [] : each.getReceivers()))
    for (const audio of document.querySelectorAll<HTMLAudioElement>('audio[data-user]')) {
      const track = audio.srcObject instanceof MediaStream ? audio.srcObject.getAudioTracks()[0] : undefined
      const receiver = receivers.find((each) => each.track === track)
      const stamp = receiver?.getSynchronizationSources()[0]?.timestamp ?? 0
      const user = Number(audio.dataset.user)
      const voice = played.get(user)
      if (voice === undefined && stamp > 0) played.set(user, { stamp, last: now, longest: 0 })
      if (voice === undefined || stamp === 0 || stamp === voice.stamp) continue
      Object.assign(voice, { stamp, last: now, longest: Math.max(voice.longest, now - voice.last) })
    }
    for (const voice of played.values()) voice.longest = Math.max(voice.longest, now - voice.last)
  }, 200)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element && node.matches('.ring'))
          Object.assign(globalThis, { rings: Reflect.get(globalThis, 'rings') + 1 })
  }).observe(document, { childList: true, subtree: true })
  const { mediaDevices } = navigator
  const ask = mediaDevices.getUserMedia.bind(mediaDevices)
  const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  const microphone = (audio: MediaTrackConstraints | boolean | undefined) =>
    typeof audio === 'object' ? { ...audio, ...plain } : audio === true && plain
  mediaDevices.getUserMedia = ({ audio, video } = {}) =>
    ask(video ? { video: { width: 160, height: 120, frameRate: 10 } } : { audio: microphone(audio) })
}

/** Forgets the gaps so far. */
export const forgetGaps = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const watched: Map<number, object>[] = ['played', 'watchedPictures'].map((name) => Reflect.get(globalThis, name))
    for (const each of watched) each.clear()
  })

/** Returns what has arrived at a page so far. */
export const arrivedAt = (page: Page): Promise<Arrived> =>
  page.evaluate(async () => {
    const made: RTCPeerConnection[] = Reflect.get(globalThis, 'made')
    const before: Map<string, number> = Reflect.get(globalThis, 'packetsBefore')
    const voices = new Set<number>()
    const sum = { bytes: 0, frames: 0, lost: 0, relayed: false, rings: Number(Reflect.get(globalThis, 'rings')) }
    const speakers = new Map<unknown, number>()
    for (const audio of document.querySelectorAll<HTMLAudioElement>('audio[data-user]')) {
      const track = audio.srcObject instanceof MediaStream ? audio.srcObject.getAudioTracks()[0] : undefined
      speakers.set(track?.id, Number(audio.dataset.user))
    }
    for (const [nth, connection] of made.entries()) {
      if (connection.connectionState === 'closed') continue
      const stats: Record<string, unknown>[] = []
      const report = await connection.getStats()
      report.forEach((each: Record<string, unknown>) => stats.push(each))
      for (const each of stats) {
        if (each.type === 'local-candidate' && each.candidateType === 'relay') sum.relayed = true
        if (each.type !== 'inbound-rtp') continue
        const packets = Number(each.packetsReceived ?? 0)
        const key = `${nth} ${String(each.id)}`
        const speaker = speakers.get(each.trackIdentifier)
        if (each.kind === 'audio' && speaker !== undefined && packets > (before.get(key) ?? 0)) voices.add(speaker)
        before.set(key, packets)
        sum.bytes += Number(each.bytesReceived ?? 0)
        sum.frames += Number(each.framesDecoded ?? 0)
        if (each.kind === 'audio') sum.lost += Number(each.packetsLost ?? 0)
      }
    }
    const played: Map<number, { longest: number }> = Reflect.get(globalThis, 'played')
    return {
      ...sum,
      voices: [...voices],
      gaps: [...played].map(([user, { longest }]): [number, number] => [user, longest]),
    }
  })
