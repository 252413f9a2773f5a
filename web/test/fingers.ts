import type { CDPSession, Locator, Page } from 'playwright-core'
import { isChromium } from './person'
import { contextOf, sessionOf } from './launch'

export type Point = { x: number; y: number }

/** What a finger does next. */
type Step = { kind: 'down' | 'move'; to: Point } | { kind: 'up' }

const TYPES = { down: 'touchStart', move: 'touchMove', up: 'touchEnd' } as const

const sessions = new WeakMap<Page, CDPSession>()

/** Moves the only finger. Without `up` at the end, it stays on the screen. */
async function moves(page: Page, steps: Step[]): Promise<void> {
  if (isChromium()) {
    // A session that ends takes the finger away.
    const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
    sessions.set(page, session)
    for (const step of steps)
      await session.send('Input.dispatchTouchEvent', {
        type: TYPES[step.kind],
        touchPoints: step.kind === 'up' ? [] : [step.to],
      })
    return
  }
  const pointer = steps.flatMap((step) => {
    if (step.kind === 'up') return [{ type: 'pointerUp', button: 0 }]
    const { x, y } = step.to
    const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }
    return step.kind === 'move' ? [move] : [move, { type: 'pointerDown', button: 0 }]
  })
  const finger = { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions: pointer }
  await sessionOf(page.context().browser()!).send('input.performActions', {
    context: contextOf(page),
    actions: [finger],
  })
}

const STEPS = 6

/** Waits until the client recognises gestures: the first view does not wait for their script. `notesGestures` says so. */
export const recognisesGestures = (page: Page) =>
  page.waitForFunction(() => Reflect.get(globalThis, 'recognisesGestures'))

/** Moves a finger over the screen from one point to another. */
export async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  await recognisesGestures(page)
  const between = Array.from({ length: STEPS }, (_, at): Step => {
    const part = (at + 1) / STEPS
    return { kind: 'move', to: { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part } }
  })
  await moves(page, [{ kind: 'down', to: from }, ...between, { kind: 'up' }])
}

/** Touches what stays in its place and is not covered: a list that still loads moves its rows. */
export async function tap(place: Locator): Promise<void> {
  await place.click({ trial: true })
  const at = await centerOf(place)
  await moves(place.page(), [{ kind: 'down', to: at }, { kind: 'up' }])
}

/** Presses until the client recognises it, and lifts the finger. */
export async function longPress(page: Page, at: Point): Promise<void> {
  await recognisesGestures(page)
  await moves(page, [{ kind: 'down', to: at }])
  await page.locator('.held').waitFor()
  await moves(page, [{ kind: 'up' }])
}

/** Presses a place, and returns a function that lifts the finger. */
export async function hold(place: Locator): Promise<() => Promise<void>> {
  await recognisesGestures(place.page())
  await moves(place.page(), [{ kind: 'down', to: await centerOf(place) }])
  return () => moves(place.page(), [{ kind: 'up' }])
}

/** Returns the center of a place that no longer moves: rows that arrive above it would push it away from the finger. */
export async function centerOf(place: Locator): Promise<Point> {
  await place.scrollIntoViewIfNeeded()
  await place.evaluate(async (element) => {
    const FRAMES = 5
    const placeNow = () => JSON.stringify(element.getBoundingClientRect())
    for (let [still, last] = [0, placeNow()]; still < FRAMES; still = placeNow() === last ? still + 1 : 0) {
      last = placeNow()
      await new Promise((resolve) => {
        requestAnimationFrame(resolve)
      })
    }
  })
  const { x, y, width, height } = (await place.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
