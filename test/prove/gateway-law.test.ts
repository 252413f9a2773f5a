import fc from 'fast-check'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { captureConsole } from '../support/faults'
import { putQueuesInGateways } from '../support/gateways'
import { GATEWAY_FAULTS, letCallsFail } from './gateway-faults'
import { generators } from './generators'
import { runSequence, TIME_PASSES, type Step } from './run'

// `npm test` tries the same sequence each time. `npm run prove` tries as many as there is time for.
const SECONDS = Number(env.PROVE_SECONDS || 0)
const SEED = Number(env.PROVE_SEED || 1)
const MAX_STEPS = 25

const requests = [...generators.keys()].filter((name) => !name.endsWith('as drawn'))
const numbers = fc.array(fc.nat(5039), { minLength: 14, maxLength: 14 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom(...requests, TIME_PASSES), numbers }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom(...GATEWAY_FAULTS), numbers }) },
)

/** A sequence registers thirty clients. */
const SIZES = [
  { gateways: 'one gateway', queues: 1000 },
  { gateways: 'four gateways', queues: 8 },
  { gateways: 'a gateway for each client', queues: 1 },
]

test.for(SIZES)(
  'with $gateways that die, sleep and lag, each client has the right state, and no user receives more than they may see',
  { timeout: (SECONDS + 600) * 1000 },
  async ({ queues }) => {
    captureConsole('warn')
    putQueuesInGateways(queues)
    letCallsFail()
    const until = Date.now() + (SECONDS * 1000) / SIZES.length
    const sequences = fc.array(step, { minLength: 10, maxLength: MAX_STEPS, size: 'max' })
    for (let seed = SEED; seed === SEED || Date.now() < until; seed++) {
      const property = fc.asyncProperty(sequences, async (steps) => {
        expect(await runSequence(steps, 10)).toHaveLength(steps.length)
      })
      const found = await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: 90_000 })
      if (!found.failed) continue
      const steps = JSON.stringify(found.counterexample?.[0] ?? [])
      throw new Error(`Seed ${seed} breaks the law. Shortest: ${steps}`, { cause: found.errorInstance })
    }
  },
)
