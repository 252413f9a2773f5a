import { expect, test } from 'vitest'
import { getEndpoint } from '../../../src/catalogue'
import { OlderBouncer } from '../../support/older-bouncer'
import { freshRealm, type Cast } from '../../support/realm'
import { budgetFor, cpuMs, slowness, writeSection } from '../cpu'
import { send, sizeOf } from '../send'
import { inputsSection, type InputLine } from '../table'
import { deliveryInputs } from './deliveries'
import type { Attempt, Input } from './input'
import { mailInputs } from './mails'
import { pictureInputs } from './pictures'

/** The compiler and the collector of garbage delay some requests, so the fastest of several counts. */
const TRIES = 6
/** A request that is refused for its number is no test. */
const TOO_MANY = 429

type Measured = { status: number; bytes: number; ms: number }

async function measured({ realm }: Cast, { route }: Input, { request, rest }: Attempt): Promise<Measured> {
  const sent = await request()
  const began = await cpuMs()
  const response = await send(getEndpoint(route), realm, sent)
  const answer = await response.text()
  if (response.ok) await rest?.(answer)
  return { status: response.status, bytes: sizeOf(sent), ms: (await cpuMs()) - began }
}

/** Returns the fastest of several tries, or the first that is within the budget. A slow machine has more time. */
async function fastest(cast: Cast, input: Input, attempt: Attempt): Promise<Measured & { budget: number }> {
  let best = await measured(cast, input, attempt)
  const budget = input.most ?? budgetFor(best.bytes)
  for (let tries = 1; best.ms > budget && tries < TRIES; tries++) {
    const next = await measured(cast, input, attempt)
    if (next.ms < best.ms) best = next
  }
  return { ...best, ms: best.ms > budget ? best.ms / (await slowness()) : best.ms, budget }
}

test('no picture, email or delivery takes more than its budget of CPU', { timeout: 600_000 }, async () => {
  const cast = await freshRealm()
  // The bouncer keeps all requests on this machine.
  new OlderBouncer()
  const inputs = [...pictureInputs(cast), ...(await mailInputs(cast)), ...(await deliveryInputs(cast))]
  const lines: InputLine[] = []
  const unexpected: string[] = []
  const slow: string[] = []
  for (const input of inputs) {
    const { route, what, attempts, areRefused = false } = input
    const tried: (InputLine & { status: number })[] = []
    for (const attempt of attempts) {
      const { status, bytes, ms, budget } = await fastest(cast, input, attempt)
      tried.push({ route, what, count: attempts.length, accepted: 0, worst: attempt.name, bytes, ms, budget, status })
      if (ms > budget)
        slow.push(`${route}: ${what}, ${attempt.name}: ${ms.toFixed(0)} ms, the budget is ${budget.toFixed(0)}`)
    }
    const accepted = tried.filter(({ status }) => status < 400).length
    const statuses = new Set(tried.map(({ status }) => status))
    const isExpected = statuses.has(TOO_MANY) ? false : areRefused === (accepted === 0)
    if (!isExpected) unexpected.push(`${route}: ${what}: ${[...statuses].join(', ')}`)
    lines.push({ ...tried.reduce((a, b) => (b.ms / b.budget > a.ms / a.budget ? b : a)), accepted })
  }
  await writeSection(2, inputsSection(lines))
  expect(unexpected).toEqual([])
  expect(slow).toEqual([])
})
