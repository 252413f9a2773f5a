import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { picking, type Pick } from '../prove/chances'
import { apiDocument, type Operation } from '../support/api-document/document'
import { authorizationFor, Examination } from '../support/api-document/examination'
import { slotTextsFor, requestFor, slotsOf, valueFor, textForSlot, type Slot } from '../support/api-document/request'
import { captureConsole } from '../support/faults'
import { HOSTILE } from './hostile'

/**
 * A client that knows only openapi.json sends requests for all its operations: valid values, limits, and invalid values. A
 * response that the document does not declare (status, content type, schema of the body) is a failure. `npm test` goes through
 * the document three times, with one seed. `npm run prove` continues for the time that it has.
 */
const SECONDS = Number(env.PROVE_SECONDS || 0)
const SEED = Number(env.PROVE_SEED || 1)
const ROUNDS = 3
const NUMBERS_OF_A_REQUEST = 200

/** Mulberry32: yields the same numbers for the same seed. */
function* numbersFrom(seed: number): Generator<number> {
  for (let state = seed | 0; ;) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    yield (mixed ^ (mixed >>> 14)) >>> 0
  }
}

test('the document declares each response', { timeout: (SECONDS + 600) * 1000 }, async () => {
  const logged = captureConsole('error')
  const examination = new Examination(await apiDocument())
  const numbers = numbersFrom(SEED)
  const until = Date.now() + SECONDS * 1000
  for (let round = 0; round < ROUNDS || Date.now() < until; round++) {
    if (examination.complaints.length > 0) break
    for (const operation of examination.document.operations) {
      const pick = picking(Array.from({ length: NUMBERS_OF_A_REQUEST }, () => numbers.next().value as number))
      await sendRequest(examination, operation, pick)
      await examination.renewIfUnusable()
    }
  }
  expect([...examination.complaints, ...logged].slice(0, 20), `From the seed ${SEED}`).toEqual([])
  expect(examination.statusCounts.size).toBeGreaterThan(examination.document.operations.length)
})

type Change = (filled: Map<Slot, string | File>, pick: Pick, examination: Examination, operation: Operation) => string

const asAllowed: Change = () => 'allowed'
const CHANGES: Change[] = [
  asAllowed,
  asAllowed,
  // One part is hostile, and the others are valid.
  (filled, pick, { document }, operation) => {
    const slots = slotsOf(document, operation)
    if (slots.length === 0) return 'allowed'
    const slot = pick(slots)
    const value = pick(HOSTILE.filter((each) => slot.place !== 'path' || (each !== '' && each.length < 10_000)))
    filled.set(slot, value)
    return `${slot.name} = ${value.slice(0, 60)}`
  },
  // One part has another type.
  (filled, pick, { document }, operation) => {
    const slots = slotsOf(document, operation).filter(({ place }) => place !== 'path')
    if (slots.length === 0) return 'allowed'
    const slot = pick(slots)
    const value = valueFor(document, { type: pick(['boolean', 'integer', 'string', 'null', 'array', 'object']) }, pick)
    filled.set(slot, textForSlot(slot, value))
    return `${slot.name} = ${JSON.stringify(value).slice(0, 60)}`
  },
  // One part is missing.
  (filled, pick) => {
    const slots = [...filled.keys()].filter(({ place }) => place !== 'path')
    if (slots.length > 0) filled.delete(pick(slots))
    return 'one parameter less'
  },
]

async function sendRequest(examination: Examination, operation: Operation, pick: Pick): Promise<void> {
  const { ada, dov, ezra, fig } = await examination.cast()
  const filled = slotTextsFor(examination.document, operation, pick)
  const description = pick(CHANGES)(filled, pick, examination, operation)
  const request = requestFor(await examination.base(), operation, filled)
  const person = pick([ada, ada, ada, dov, ezra, fig, undefined])
  if (person) request.headers.set('authorization', authorizationFor(operation, person, env.DEPLOYMENT_SECRET))
  await examination.send(operation, `${person?.account.full_name ?? 'no user'}, ${description}`, request)
}
