import { describe, expect, test } from 'vitest'
import { findLexer } from '../code/lexers'
import packed from '../code/lexers.data.json'
import { OWN_LEXERS } from '../code/own-lexers'
import { tokenize } from '../code/tokenize'
import { duration } from './support/duration'
import { htmlProblems } from './support/html-problems'
import { randomNumbers } from './support/random-numbers'
import { rendered } from './support/rendered-message'

const LANGUAGES = [...Object.keys(packed.lexers), ...Object.keys(OWN_LEXERS)]

describe('hostile code', () => {
  // The start of a token in some language, and text that may make its pattern slow.
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

  test.each(LANGUAGES)('is split into tokens quickly in %s', async (language) => {
    const lexer = findLexer(language)
    if (!lexer) throw new Error('no lexer')
    tokenize('x\n', lexer)
    const slow = []
    for (const [index, repeated] of REPEATED.entries()) {
      for (const start of [STARTS[index % STARTS.length] ?? '', '']) {
        const code = `${(start + repeated.repeat(1500)).slice(0, 1500)}\n`
        const milliseconds = await duration(() => void tokenize(code, lexer), { tries: 5, enough: 500 })
        if (milliseconds > 500) slow.push({ start, repeated, milliseconds })
      }
    }
    expect(slow).toEqual([])
  })

  test('keeps its text in all languages, and its HTML has no problem', () => {
    const PIECES = [
      STARTS,
      REPEATED,
      ['</code>', '<script>', '&lt;', '🙂', '\ud83d', 'if', 'class A', 'end', '}', ')'],
    ].flat()
    const next = randomNumbers(22)
    const failures = []
    for (let round = 0; round < 2000; round++) {
      const language = LANGUAGES[next(LANGUAGES.length)] ?? ''
      const source = Array.from({ length: 1 + next(12) }, () => PIECES[next(PIECES.length)]).join('')
      const html = rendered(`~~~~~${language.split(' ')[0]?.toLowerCase()}\n${source}\n~~~~~`)
      const problems = htmlProblems(html)
      const lexer = findLexer(language)
      const text = `${source.toWellFormed()}\n`
      const tokens = lexer && tokenize(text, lexer)
      const hasLostText = tokens !== undefined && tokens.map((token) => token.text).join('') !== text
      if (problems.length > 0 || hasLostText) failures.push({ language, source, problems, hasLostText })
    }
    expect(failures).toEqual([])
  })
})
