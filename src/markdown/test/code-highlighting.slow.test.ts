import { describe, expect, test } from 'vitest'
import { findLexer } from '../code/lexers'
import packed from '../code/lexers.data.json'
import { OWN_LEXERS } from '../code/own-lexers'
import { tokenize } from '../code/tokenize'
import { now } from './support/clock'
import { complaintsAbout } from './support/html-check'
import { randomNumbers } from './support/random-numbers'
import { rendered } from './support/rendered-message'

const LANGUAGES = [...Object.keys(packed.lexers), ...Object.keys(OWN_LEXERS)]

describe('hostile code', () => {
  // What begins something in one language or another, and what might go on for ever in it.
  const STARTS = ['', '"', "'", '`', '/*', '<<A\n', '"""', '<a ', '%q(', 's/', 'f"', '${', 'def ', 'x = ']
  const REPEATED = [
    ['\\', '\\\\', '\\"', '"', "'", '`', ' ', '\n', '\t', '\r', 'a', 'a ', 'a\n', '0', '0_', '$', '$$', '{', '(', '['],
    [
      '<',
      '<a ',
      '/',
      '*',
      '/*',
      '//',
      '--',
      '--[[]]\n',
      '#',
      '#{',
      '<<A\n',
      'a(',
      'a.',
      'a:',
      'a b ',
      '=\n',
      '\n ',
      '日',
    ],
    [
      '$\\ª',
      '[\r',
      '\t#@\r',
      'A\t',
      '**A(',
      '!',
      '%',
      '&a',
      '^',
      '~',
      '|',
      ',',
      ';',
      '-',
      '+',
      '.',
      '@',
      '?',
      '_',
      'A',
    ],
  ].flat()

  test.each(LANGUAGES)('takes no time to speak of in %s', async (language) => {
    const lexer = findLexer(language)
    if (!lexer) throw new Error('no lexer')
    tokenize('x\n', lexer)
    let slowest = 0
    let at = ''
    for (const [index, repeated] of REPEATED.entries()) {
      const start = STARTS[index % STARTS.length] ?? ''
      for (const beginning of [start, '']) {
        const before = await now()
        tokenize(`${(beginning + repeated.repeat(1500)).slice(0, 1500)}\n`, lexer)
        const time = (await now()) - before
        if (time > slowest) at = `${beginning}${repeated}`
        slowest = Math.max(slowest, time)
      }
    }
    expect([at, slowest < 500 ? 0 : slowest]).toEqual([at, 0])
  })

  test('in twenty languages throws nothing, loses nothing and writes only what we would', () => {
    const SCRAPS = [
      STARTS,
      REPEATED,
      ['</code>', '<script>', '&lt;', '🙂', '\ud83d', 'if', 'class A', 'end', '}', ')'],
    ].flat()
    const next = randomNumbers(22)
    const failures = []
    for (let round = 0; round < 2000; round++) {
      const language = LANGUAGES[next(LANGUAGES.length)] ?? ''
      const source = Array.from({ length: 1 + next(12) }, () => SCRAPS[next(SCRAPS.length)]).join('')
      const shown = rendered(`~~~~~${language.split(' ')[0]?.toLowerCase()}\n${source}\n~~~~~`)
      const complaints = complaintsAbout(shown)
      const lexer = findLexer(language)
      const text = `${source.toWellFormed()}\n`
      const tokens = lexer && tokenize(text, lexer)
      const lost = tokens !== undefined && tokens.map((token) => token.text).join('') !== text
      if (complaints.length > 0 || lost) failures.push({ language, source, complaints, lost })
    }
    expect(failures).toEqual([])
  })
})
