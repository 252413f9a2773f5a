import fc from 'fast-check'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { MESSAGE_LIMITS } from '../../src/domain/realm/settings/markdown-limits'
import { LIMITS, parsed } from '../../src/markdown/test/support/rendered-message'
import { outputOf, timeOf } from '../../src/markdown/test/support/cost'
import { crossed, documentOf, inWords, shapes, type Shape } from '../../src/markdown/test/support/document-shapes'

/**
 * A small request must have a small cost: this searches for the message that becomes the most HTML, and for the one that
 * takes the longest to parse. With the tests, the same few documents every time; for longer, as many as there is time
 * for, and then variations of the worst. Both are printed.
 */
const SECONDS = Number(env.PROVE_SECONDS || 0) / 4
const SEED = Number(env.PROVE_SEED || 1)
const DOCUMENTS = 150

const CHARACTERS = 10_000
const MAX_TEMPLATE_LENGTH = 600_000
const MAX_MILLISECONDS = 100

type Found = { figure: number; shape: Shape }
const worst: { output: Found[]; time: Found[] } = { output: [], time: [] }
const KEPT = 8

function note(found: Found[], figure: number, shape: Shape): Found[] {
  return [...found, { figure, shape }].toSorted((a, b) => b.figure - a.figure).slice(0, KEPT)
}

/** Every document is refused or becomes a bounded amount of HTML. Notes what it costs. */
async function examine(shape: Shape): Promise<void> {
  const content = documentOf(shape, CHARACTERS)
  const { html, template } = outputOf(content)
  expect(html, inWords(shape)).toBeLessThanOrEqual(MESSAGE_LIMITS.html)
  expect(template, inWords(shape)).toBeLessThanOrEqual(MAX_TEMPLATE_LENGTH)
  worst.output = note(worst.output, html / CHARACTERS, shape)
  // What is not near the worst is tried once.
  const enough = Math.max(5, worst.time.at(-1)?.figure ?? 0)
  const tries = SECONDS > 0 ? 6 : 2
  worst.time = note(worst.time, await timeOf(() => void outputOf(content), { tries, enough }), shape)
}

describe('the cost of Markdown', () => {
  test('is bounded, whatever the document', { timeout: (SECONDS + 600) * 1000 }, async () => {
    const until = Date.now() + SECONDS * 1000
    const goesOn = (seed: number) => (SECONDS > 0 ? Date.now() < until - SECONDS * 300 : seed === SEED)
    for (let seed = SEED; goesOn(seed); seed++)
      await fc.assert(fc.asyncProperty(shapes, examine), { seed, numRuns: DOCUMENTS })
    // The last third of the time is for variations of the worst.
    for (let seed = SEED; SECONDS > 0 && Date.now() < until; seed++) {
      const others = fc.sample(fc.tuple(shapes, fc.nat(31)), { seed, numRuns: KEPT })
      for (const { shape } of [...worst.output, ...worst.time])
        for (const [other, which] of others) await examine(crossed(shape, other, which))
    }
    const [output, time] = [worst.output[0], worst.time[0]]
    // oxlint-disable no-console -- the figures are what this is run for
    console.log(`Most HTML for a character of Markdown: ${output?.figure} bytes, of ${inWords(output!.shape)}`)
    console.log(`Longest time for ${CHARACTERS} characters: ${time?.figure} ms, of ${inWords(time!.shape)}`)
    // oxlint-enable no-console
    // With the tests, no time is expected: the machine may be busy.
    if (SECONDS === 0) return
    // Other work on the machine may have made all tries of one slow: what is too slow is tried again, more often.
    for (const { shape } of worst.time) {
      const content = documentOf(shape, CHARACTERS)
      const best = await timeOf(() => void outputOf(content), { tries: 40, enough: MAX_MILLISECONDS })
      expect(best, inWords(shape)).toBeLessThan(MAX_MILLISECONDS)
    }
  })

  test('what is too large without any name in it never reaches the realm', () => {
    const quotes = (times: number) => `${'>'.repeat(24)} a\n\n`.repeat(times)
    expect(() => parsed(quotes(350))).toThrow('The Markdown is too large')
    expect(parsed(quotes(250)).template).not.toEqual([])
  })

  test('a table that is too large is refused before its cells are made', async () => {
    const refused = `${'|'.repeat(2500)}\n${'|-'.repeat(2499)}|\n${'|\n'.repeat(1200)}`
    const prose = 'The quick brown fox **jumps** over the [lazy](https://example.com/dog) dog. '.repeat(130)
    const time = (content: string) => timeOf(() => void outputOf(content), { tries: 8, enough: 10 })
    expect(outputOf(refused).isRefused).toBe(true)
    expect(await time(refused)).toBeLessThan(20 * Math.max(10, await time(prose)))
  })

  // Four times the input takes four times as long, give or take. Its square would take sixteen times.
  const MOST_TIMES_AS_LONG = 10
  const TOO_SHORT_TO_MEASURE_MS = 10
  const limitsFor = (length: number) => ({ ...LIMITS, source: 2 * length, html: 20 * length })

  test.each(fc.sample(shapes, { seed: SEED, numRuns: 25 }).map((shape) => [inWords(shape), shape] as const))(
    'grows with the length of the document, and not with its square: %s',
    async (_, shape) => {
      const time = (length: number, tries: number) => {
        const content = documentOf(shape, length)
        return timeOf(() => void outputOf(content, limitsFor(length)), { tries, enough: TOO_SHORT_TO_MEASURE_MS })
      }
      const short = Math.max(TOO_SHORT_TO_MEASURE_MS, await time(CHARACTERS, 3))
      expect(await time(4 * CHARACTERS, 8)).toBeLessThan(MOST_TIMES_AS_LONG * short)
    },
  )
})
