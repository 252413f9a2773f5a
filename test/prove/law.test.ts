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
import { runSequence, TIME_PASSES, type Step } from './run'
import { changing, EXCLUDED, generators } from './generators'

/**
 * Random users send random requests in random order, allowed or not. A sequence that breaks the law is shortened until no step
 * can be left out, and is printed in the form of regressions.ts.
 */
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...likelier([...generators.keys(), TIME_PASSES])),
  numbers: fc.array(fc.nat(5039), { minLength: 14, maxLength: 14 }),
})

function isDecoded(endpoint: AnyEndpoint, fieldValues: Record<string, FieldValue>): boolean {
  const fields = new Map(formOf(fieldValues))
  const path = Object.fromEntries(pathParamsOf(endpoint).map((name) => [name, fields.get(name) ?? '']))
  try {
    decode(endpoint, fields, path, '')
    return true
  } catch {
    return false
  }
}

/** Returns the names with repetitions, so that written generators are chosen more often than drawn ones. */
function likelier(names: string[]): string[] {
  const drawn = names.filter((name) => name.endsWith('as drawn'))
  const written = names.filter((name) => !name.endsWith('as drawn'))
  const times = Math.max(1, Math.round((2 * drawn.length) / written.length))
  return [...drawn, ...written.flatMap((name) => Array.from({ length: times }, () => name))]
}

// `npm test` tries the same few sequences each time. `npm run prove` tries as many as there is time for.
const SECONDS = Number(env.PROVE_SECONDS || 0)
const SEQUENCES = 10
const SEED = Number(env.PROVE_SEED || 1)

describe('each endpoint that changes something', () => {
  let cast: Cast
  beforeAll(async () => {
    cast = await freshRealm()
  })

  const numbers = Array.from({ length: 40 }, (_, n) => n)

  test.for(changing.map((endpoint) => [endpoint.route, endpoint] as const))(
    'has a generator of valid parameters: %s',
    ([route, endpoint]) => {
      const world = { cast, people: [cast.ada, cast.dov], secrets: new Map(), counter: 0 }
      const decoded = [...generators.values()]
        .filter((each) => each.endpoint === endpoint)
        .flatMap(({ generate }) =>
          Array.from({ length: 60 }, (_, nth) => {
            const pick = picking(numbers.map((n) => (n * 7919 + nth * 104_729) % 5039))
            return isDecoded(endpoint, generate({ pick, world, actor: cast.ada }))
          }),
        )
      expect(decoded, `No generator for ${route} returns valid parameters: write one in test/prove/actions`).toContain(
        true,
      )
    },
  )

  test('the excluded endpoints exist', () => {
    const routes = endpoints.map(({ route }) => route)
    expect(Object.keys(EXCLUDED).filter((route) => !routes.some((each) => each === route))).toEqual([])
  })
})

describe('any sequence of requests', () => {
  test.for(regressions)('that broke the law before: $name', async ({ steps }) => {
    expect(await runSequence(steps)).toHaveLength(steps.length)
  })

  test(
    'leaves each client with the right state, and no user receives more than they may see',
    { timeout: (SECONDS + 600) * 1000 },
    async () => {
      const outcomes = new Map<string, number>()
      const until = Date.now() + SECONDS * 1000
      const sequences = fc.array(step, { minLength: 1, maxLength: 50, size: 'max' })
      const continues = (nth: number) => (SECONDS > 0 ? Date.now() < until : nth < SEQUENCES)
      for (let seed = SEED; continues(seed - SEED); seed++) {
        const found = await fc.check(
          fc.asyncProperty(sequences, async (steps) => {
            for (const outcome of await runSequence(steps)) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
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
