import { describe, expect, test } from 'vitest'
import { htmlDiff } from '../html-diff'
import { htmlTextParts } from '../html-text'
import { notificationText } from '../notification-text'
import { growth, MAX_LINEAR_GROWTH } from './support/growth'
import { HTML_SAMPLES } from './support/text-samples'

const replaceEverySecondWord = (html: string, word: string) => html.replaceAll(/ [^<>\s]+ (?=[^<>\s]+ )/g, ` ${word} `)

const FUNCTIONS: Record<string, (html: string) => unknown> = {
  'the text of a notification': notificationText,
  'the text in HTML': htmlTextParts,
  'a diff with an empty message': (html) => htmlDiff('', html),
  'a diff of every second word': (html) =>
    htmlDiff(replaceEverySecondWord(html, 'x'), replaceEverySecondWord(html, 'y')),
  'a diff of every character': (html) => htmlDiff(html.replaceAll('a', 'b '), html),
}

describe.each(Object.entries(FUNCTIONS))('%s', (_, run) => {
  test.each(Object.entries(HTML_SAMPLES))('takes linear time for %s', async (__, input) =>
    expect(await growth(run, input)).toBeLessThan(MAX_LINEAR_GROWTH),
  )
})
