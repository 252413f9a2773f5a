import fc from 'fast-check'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { MESSAGE_LIMITS } from '../../src/domain/realm/settings/markdown-limits'
import { LIMITS, parsed } from '../../src/markdown/test/support/rendered-message'
import { outputSize } from '../../src/markdown/test/support/output-size'
import { duration } from '../../src/markdown/test/support/duration'
import {
  crossShapes,
  describeShape,
  documentOf,
  shapes,
  type Shape,
} from '../../src/markdown/test/support/document-shapes'

/**
 * Searches for the message that becomes the most HTML, and for the one that takes the longest to parse, and prints both.
 * `npm test` tries the same few documents every time. `npm run prove` tries as many as there is time for, and then
 * variations of the worst.
 */
const SECONDS = Number(env.PROVE_SECONDS || 0) / 4
const SEED = Number(env.PROVE_SEED || 1)
const DOCUMENTS = 150

const CHARACTERS = 10_000
const MAX_PARSED_LENGTH = 600_000
const MAX_MILLISECONDS = 100
/** A busy machine makes some tries slow, and quadratic time makes all of them slow. */
const TRIES = 40

type Measured = { figure: number; shape: Shape }
const worst: { output: Measured[]; time: Measured[] } = { output: [], time: [] }
const WORST_COUNT = 8

function note(measured: Measured[], figure: number, shape: Shape): Measured[] {
  return [...measured, { figure, shape }].toSorted((a, b) => b.figure - a.figure).slice(0, WORST_COUNT)
}

/** Checks that a document is refused or becomes a bounded amount of HTML, and notes its cost. */
async function examine(shape: Shape): Promise<void> {
  const content = documentOf(shape, CHARACTERS)
  const { htmlBytes, parsedLength } = outputSize(content)
  expect(htmlBytes, describeShape(shape)).toBeLessThanOrEqual(MESSAGE_LIMITS.html)
  expect(parsedLength, describeShape(shape)).toBeLessThanOrEqual(MAX_PARSED_LENGTH)
  worst.output = note(worst.output, htmlBytes / CHARACTERS, shape)
  // A document that is far from the worst is tried once.
  const enough = Math.max(5, worst.time.at(-1)?.figure ?? 0)
  const tries = SECONDS > 0 ? 6 : 2
  worst.time = note(worst.time, await duration(() => void outputSize(content), { tries, enough }), shape)
}

describe('the cost of Markdown', () => {
  test('is bounded for all documents', { timeout: (SECONDS + 600) * 1000 }, async () => {
    const until = Date.now() + SECONDS * 1000
    const isWithinTime = (seed: number) => (SECONDS > 0 ? Date.now() < until - SECONDS * 300 : seed === SEED)
    for (let seed = SEED; isWithinTime(seed); seed++)
      await fc.assert(fc.asyncProperty(shapes, examine), { seed, numRuns: DOCUMENTS })
    // The last third of the time is for variations of the worst documents.
    for (let seed = SEED; SECONDS > 0 && Date.now() < until; seed++) {
      const others = fc.sample(fc.tuple(shapes, fc.nat(31)), { seed, numRuns: WORST_COUNT })
      for (const { shape } of [...worst.output, ...worst.time])
        for (const [other, which] of others) await examine(crossShapes(shape, other, which))
    }
    const [output, time] = [worst.output[0], worst.time[0]]
    // oxlint-disable no-console -- this test prints figures
    console.log(`Most HTML for a character of Markdown: ${output?.figure} bytes, of ${describeShape(output!.shape)}`)
    console.log(`Longest time for ${CHARACTERS} characters: ${time?.figure} ms, of ${describeShape(time!.shape)}`)
    // oxlint-enable no-console
    // `npm test` expects no time, because the machine may be busy.
    if (SECONDS === 0) return
    // Other work on the machine may have made all tries slow, so the worst documents are tried again, more often.
    for (const { shape } of worst.time) {
      const content = documentOf(shape, CHARACTERS)
      const best = await duration(() => void outputSize(content), { tries: 40, enough: MAX_MILLISECONDS })
      expect(best, describeShape(shape)).toBeLessThan(MAX_MILLISECONDS)
    }
  })

  test('HTML that is too large without names is refused at the edge', () => {
    const quotes = (times: number) => `${'>'.repeat(24)} a\n\n`.repeat(times)
    expect(() => parsed(quotes(350))).toThrow('The Markdown is too large')
    expect(parsed(quotes(250)).template).not.toEqual([])
  })

  test('a table that is too large is refused before its cells are made', async () => {
    const refused = `${'|'.repeat(2500)}\n${'|-'.repeat(2499)}|\n${'|\n'.repeat(1200)}`
    const prose = 'The quick brown fox **jumps** over the [lazy](https://example.com/dog) dog. '.repeat(130)
    const time = (content: string, tries: number, enough: number) =>
      duration(() => void outputSize(content), { tries, enough })
    expect(outputSize(refused).isRefused).toBe(true)
    const limit = 20 * Math.max(10, await time(prose, 8, 10))
    expect(await time(refused, TRIES, limit)).toBeLessThanOrEqual(limit)
  })

  // Four times the input takes about four times as long. Quadratic time would be sixteen times as long.
  const MAX_GROWTH = 10
  const TOO_SHORT_TO_MEASURE_MS = 10
  const limitsFor = (length: number) => ({ ...LIMITS, source: 2 * length, html: 20 * length })

  test.each(fc.sample(shapes, { seed: SEED, numRuns: 25 }).map((shape) => [describeShape(shape), shape] as const))(
    'is linear in the length of the document: %s',
    async (_, shape) => {
      const time = (length: number, tries: number, enough: number) => {
        const content = documentOf(shape, length)
        return duration(() => void outputSize(content, limitsFor(length)), { tries, enough })
      }
      const short = Math.max(TOO_SHORT_TO_MEASURE_MS, await time(CHARACTERS, 3, TOO_SHORT_TO_MEASURE_MS))
      const limit = MAX_GROWTH * short
      expect(await time(4 * CHARACTERS, TRIES, limit)).toBeLessThanOrEqual(limit)
    },
  )
})
