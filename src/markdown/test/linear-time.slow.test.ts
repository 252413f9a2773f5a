import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../parse'
import { now } from './support/clock'
import { LIMITS, SETTINGS } from './support/rendered-message'

const settings = { ...SETTINGS, translatesEmoticons: () => true }

describe('the time to parse', () => {
  // Repeated, each of these starts a construct that never ends, or ends one everywhere. That makes parsers slow.
  const PATTERNS = [
    ['a ', '*', '**', '***', '*a ', '*a*', '**a ', '~~', '~~a', '`', '`a', '\\`', '$$', '$$a\\$', '@**a', '@**a**'],
    ['#**a>', '[', '[a](', '[a](b "c', '](', '(http://a/', '(http://a/(', ',http://a/)', 'a.com,', 'a.', 'a@b.'],
    [
      '<time:',
      '&amp',
      ':a',
      ':a:',
      '🙂',
      '👨\u200d',
      '\u{1f3f4}\u{e0067}',
      '>',
      '>\n',
      '> a\n',
      '- a\n',
      '* ',
      '1. a\n',
    ],
    ['  - a\n', '    a\n', '# a\n', '#', '---\n', '-\n---\n', '- - ', '|', '|a|\n', '|a|\n|-|\n', 'a|b\n-|-\n', '`|'],
    ['```\n', '```quote\n', '```spoiler a\n', '\t', '\n\n', 'https://a.com/x.png ', 'https://a.com/x.png\n\n'],
    ['$$x$$ ', '$$x^', '```math\nx\n```\n', '```js\nx("y")\n```\n', '```c\n"\\\n', '#12 ', '    x\n\ny\n\n'],
  ].flat()

  const UNLIMITED = { ...LIMITS, source: 1_000_000, html: 100_000_000 }

  // Ten times the text takes about ten times as long. Quadratic time would be a hundred times as long.
  const MAX_RATIO = 40
  // Other work on the machine makes a try slower, so the best of several counts.
  const MAX_TRIES = 8
  const TOO_SHORT_TO_MEASURE_MS = 10

  test.each(PATTERNS)('is linear for %j repeated', async (pattern) => {
    let [short, long] = [Infinity, Infinity]
    for (let index = 0; index < MAX_TRIES && !(long < MAX_RATIO * short); index++) {
      short = Math.max(TOO_SHORT_TO_MEASURE_MS, Math.min(short, await parseDuration(repeat(pattern, 10_000))))
      long = Math.min(long, await parseDuration(repeat(pattern, 100_000)))
    }
    expect(long).toBeLessThan(MAX_RATIO * short)
  })

  const repeat = (pattern: string, length: number) => pattern.repeat(Math.ceil(length / pattern.length))

  async function parseDuration(content: string): Promise<number> {
    const start = await now()
    parseMarkdown(content, settings, UNLIMITED)
    return (await now()) - start
  }
})
