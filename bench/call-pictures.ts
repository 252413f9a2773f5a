// The pictures of cameras that pages of a call show: how many, with which breaks, and how lost packets were repaired. The browser counts them.

import type { Page } from 'playwright-core'
import { at } from './statistics.ts'
import { number } from './table.ts'

/** The pictures of a camera at a page: `decoded` so far, and the longest time without a new one. */
export type Pictures = { user: number; decoded: number; milliseconds: number }

/** What a browser did about lost packets of pictures so far. `packetsLost`: those that did not come later either. */
const REPAIRS = ['nackCount', 'packetsLost', 'pliCount', 'keyFramesDecoded', 'framesDropped', 'freezeCount']

/** `sent`: how many pictures of the own camera the page has sent so far. `again`: packets that it sent again. `limit`: what makes them smaller. */
export type Seen = { pictures: Pictures[]; repairs: Record<string, number>; sent: number; again: number; limit: string }

/** Runs in a page, after `watchesConnections`. */
export function watchesPictures(): void {
  type Watched = { stamp: number; last: number; longest: number }
  const watched = new Map<number, Watched>()
  const receiverOf = (track: MediaStreamTrack | undefined) => {
    const made: RTCPeerConnection[] = Reflect.get(globalThis, 'made')
    const open = made.filter(({ connectionState }) => connectionState !== 'closed')
    return open.flatMap((each) => each.getReceivers()).find((each) => each.track === track)
  }
  /** Calls back with each camera of another participant that the page shows. */
  const eachCamera = (found: (user: number, receiver: RTCRtpReceiver) => void) => {
    for (const video of document.querySelectorAll<HTMLVideoElement>('.seat[data-user] video')) {
      const track = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks()[0] : undefined
      const receiver = receiverOf(track)
      if (receiver) found(Number(video.closest<HTMLElement>('.seat')?.dataset.user), receiver)
    }
  }
  Object.assign(globalThis, { watchedPictures: watched, eachCamera })
  setInterval(() => {
    const now = performance.now()
    eachCamera((user, receiver) => {
      const stamp = receiver.getSynchronizationSources()[0]?.timestamp ?? 0
      const camera = watched.get(user)
      if (camera === undefined) watched.set(user, { stamp, last: now, longest: 0 })
      else if (stamp !== camera.stamp) Object.assign(camera, { stamp, last: now })
    })
    // A camera that the page shows no more counts, too.
    for (const camera of watched.values()) camera.longest = Math.max(camera.longest, now - camera.last)
  }, 100)
}

/** Returns what a page has seen so far. */
export const seenOn = (page: Page): Promise<Seen> =>
  page.evaluate(async (names) => {
    const made: RTCPeerConnection[] = Reflect.get(globalThis, 'made')
    const watched: Map<number, { longest: number }> = Reflect.get(globalThis, 'watchedPictures')
    const eachCamera: (found: (user: number, receiver: RTCRtpReceiver) => void) => void = Reflect.get(
      globalThis,
      'eachCamera',
    )
    const users = new Map<unknown, number>()
    eachCamera((user, { track }) => users.set(track.id, user))
    const pictures: Pictures[] = []
    const repairs: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
    const own = { sent: 0, again: 0, limit: '' }
    for (const connection of made) {
      if (connection.connectionState === 'closed') continue
      const report = await connection.getStats()
      report.forEach((each: Record<string, unknown>) => {
        if (each.kind !== 'video') return
        if (each.type === 'outbound-rtp') {
          own.sent = Math.max(own.sent, Number(each.framesEncoded ?? 0))
          own.again += Number(each.retransmittedPacketsSent ?? 0)
          own.limit = String(each.qualityLimitationReason)
        }
        if (each.type !== 'inbound-rtp') return
        for (const name of names) repairs[name] = (repairs[name] ?? 0) + Number(each[name] ?? 0)
        const user = users.get(each.trackIdentifier)
        if (user === undefined) return
        const milliseconds = watched.get(user)?.longest ?? 0
        pictures.push({ user, decoded: Number(each.framesDecoded ?? 0), milliseconds })
      })
    }
    return { pictures, repairs, ...own }
  }, REPAIRS)

/** How well a page sees a camera: the share of the pictures that were sent at the end, and the longest break. */
type Sight = { page: number; camera: number; share: number; milliseconds: number; perSecond: number[] }

/** Prints what the pages have seen in the last seconds, of each camera that they show, and returns the worst. */
export function printPictures(users: readonly number[], cameras: number, seconds: readonly Seen[][]): Worst {
  const sights = users.flatMap((_, page) =>
    users
      .slice(0, cameras)
      .flatMap((user, camera) => (camera === page ? [] : [sightOf({ page, camera, user }, seconds)])),
  )
  console.log(
    `\npictures of a camera in each of the last ${seconds.length - 1} seconds, share of those sent, longest break`,
  )
  for (const { page, camera, perSecond, share, milliseconds } of sights) {
    const counts = perSecond.map((count) => String(count).padStart(3)).join('')
    console.log(`page ${page} of ${camera}  ${counts}  ${number(share * 100, '%')}  ${number(milliseconds, 'ms')}`)
  }
  const last = at(seconds, -1)
  for (const name of REPAIRS)
    console.log(`${name.padEnd(36)}${last.map(({ repairs }) => repairs[name] ?? 0).join(' ')}`)
  const own = last.slice(0, cameras).map(({ again, limit }) => `${again} (${limit})`)
  console.log(`${'sent again (limited by)'.padEnd(36)}${own.join(', ')}`)
  return {
    share: Math.min(...sights.map(({ share }) => share)),
    milliseconds: Math.max(...sights.map(({ milliseconds }) => milliseconds)),
    leastInSecond: Math.min(...sights.flatMap(({ perSecond }) => perSecond)),
  }
}

/** The worst sight of all. Without cameras, nothing is missing. */
export type Worst = { share: number; milliseconds: number; leastInSecond: number }

function sightOf(
  { page, camera, user }: { page: number; camera: number; user: number },
  seconds: readonly Seen[][],
): Sight {
  const views = seconds.map((each) => at(each, page).pictures.find((one) => one.user === user))
  const counts = views.map((each) => each?.decoded ?? 0)
  const perSecond = counts.slice(1).map((count, nth) => count - at(counts, nth))
  const sent = at(at(seconds, -1), camera).sent - at(at(seconds, 0), camera).sent
  const came = at(counts, -1) - at(counts, 0)
  return {
    page,
    camera,
    perSecond,
    share: sent > 0 ? came / sent : 0,
    milliseconds: views.at(-1)?.milliseconds ?? Infinity,
  }
}
