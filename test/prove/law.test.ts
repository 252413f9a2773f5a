import fc from 'fast-check'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { decode } from '../../src/api/decode'
import { pathParamsOf, type AnyEndpoint } from '../../src/api/endpoint'
import { endpoints } from '../../src/catalogue'
import { formOf, type FieldValue } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { picking } from './chances'
import { regressions } from './regressions'
import { happens, TIME_PASSES, type Step } from './run'
import { changing, NOBODY_DOES, wishes } from './wishes'

/**
 * Anybody does anything that can be asked, in any order, allowed or not. A sequence that breaks the law is made shorter
 * until nothing can be left out, and is printed as what regressions.ts holds.
 */
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...likelier([...wishes.keys(), TIME_PASSES])),
  numbers: fc.array(fc.nat(5039), { minLength: 14, maxLength: 14 }),
})

function isUnderstood(endpoint: AnyEndpoint, wish: Record<string, FieldValue>): boolean {
  const fields = new Map(formOf(wish))
  const path = Object.fromEntries(pathParamsOf(endpoint).map((name) => [name, fields.get(name) ?? '']))
  try {
    decode(endpoint, fields, path, '')
    return true
  } catch {
    return false
  }
}

/** What makes sense is worth more than what is drawn. */
function likelier(names: string[]): string[] {
  const drawn = names.filter((name) => name.endsWith('as drawn'))
  const said = names.filter((name) => !name.endsWith('as drawn'))
  const times = Math.max(1, Math.round((2 * drawn.length) / said.length))
  return [...drawn, ...said.flatMap((name) => Array.from({ length: times }, () => name))]
}

// With the tests the same few every time, however fast the machine; for longer, as many as there is time for.
const SECONDS = Number(env.PROVE_SECONDS || 0)
const SEQUENCES = 10
const SEED = Number(env.PROVE_SEED || 1)

describe('what anybody may do', () => {
  let cast: Cast
  beforeAll(async () => {
    cast = await freshRealm()
  })

  const numbers = Array.from({ length: 40 }, (_, n) => n)

  test.for(changing.map((endpoint) => [endpoint.route, endpoint] as const))(
    'makes sense at times: %s',
    ([route, endpoint]) => {
      const world = { cast, people: [cast.ada, cast.dov], said: new Map(), made: 0 }
      const understood = [...wishes.values()]
        .filter((each) => each.endpoint === endpoint)
        .flatMap(({ wish }) =>
          Array.from({ length: 60 }, (_, nth) => {
            const pick = picking(numbers.map((n) => (n * 7919 + nth * 104_729) % 5039))
            return isUnderstood(endpoint, wish({ pick, world, actor: cast.ada }))
          }),
        )
      expect(
        understood,
        `No wish for ${route} is ever understood: say in test/prove/actions how it is asked`,
      ).toContain(true)
    },
  )

  test('and what nobody does is there to be done', () => {
    const routes = endpoints.map(({ route }) => route)
    expect(Object.keys(NOBODY_DOES).filter((route) => !routes.some((each) => each === route))).toEqual([])
  })
})

describe('whatever happens, in whatever order', () => {
  test.for(regressions)('once it broke the law: $name', async ({ steps }) => {
    expect(await happens(steps)).toHaveLength(steps.length)
  })

  test(
    'everyone can work out what is so from what they were told, and nobody was told too much',
    { timeout: (SECONDS + 600) * 1000 },
    async () => {
      const outcomes = new Map<string, number>()
      const until = Date.now() + SECONDS * 1000
      const sequences = fc.array(step, { minLength: 1, maxLength: 50, size: 'max' })
      const goesOn = (nth: number) => (SECONDS > 0 ? Date.now() < until : nth < SEQUENCES)
      for (let seed = SEED; goesOn(seed - SEED); seed++) {
        const found = await fc.check(
          fc.asyncProperty(sequences, async (steps) => {
            for (const outcome of await happens(steps)) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          }),
          { seed, numRuns: 1, interruptAfterTimeLimit: 90_000 },
        )
        if (!found.failed) continue
        const steps = found.counterexample?.[0] ?? []
        throw new Error(`Seed ${seed} breaks the law. Shortest: ${JSON.stringify(steps)}`, {
          cause: found.errorInstance,
        })
      }
      expect([...outcomes.keys()].filter((each) => each.endsWith(' success')).length).toBeGreaterThan(10)
    },
  )
})
