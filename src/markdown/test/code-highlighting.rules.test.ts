import { describe, expect, test } from 'vitest'
import codeLanguages from '../code/language-names.data.json'
import { findLexer } from '../code/lexers'
import packed from '../code/lexers.data.json'
import { OWN_LEXERS } from '../code/own-lexers'
import { tokenize } from '../code/tokenize'
import { rendered } from './support/rendered-message'

const code = (language: string, source: string) =>
  /<code>(.*)\n<\/code>/s.exec(rendered(`~~~~~${language}\n${source}\n~~~~~`))?.[1]

const LANGUAGES = [...Object.keys(packed.lexers), ...Object.keys(OWN_LEXERS)]

describe('code is highlighted', () => {
  test.each([
    ['go', 'func f() error { return nil }', ['kd|func', 'nf|f', 'kt|error', 'k|return', 'kc|nil']],
    ['go', 'x := "a\\"b" // c', ['nx|x', 's|"a\\"b"', 'c1|// c']],
    ['html', '<a href="b">c</a>', ['nt|a', 'na|href', 's|"b"']],
    ['html', '<script>var x</script><style>a{}</style>', ['kd|var', 'nx|x', 'nt|a']],
    ['docker', 'FROM a AS b\nRUN echo "$x"', ['k|FROM', 's|a', 'k|RUN', 'nb|echo', 'nv|$x']],
    ['make', 'all: a\n\techo $(x)', ['nf|all', 'nb|echo']],
    ['markdown', '# a\n**b** `c`', ['gh|# a', 'gs|**b**', 'sb|`c`']],
    ['sql', "SELECT 'a'", ['k|SELECT', "s1|'a'"]],
    ['rust', 'fn f() -> u8 { 1 }', ['k|fn', 'nf|f', 'kt|u8', 'mi|1']],
    ['json', '{"a": [1, true]}', ['nt|"a"', 'mi|1', 'kc|true']],
    ['c++', 'std::vector<int> v; // c', ['kt|int', 'c1|// c']],
    ['diff', '-a\n+b', ['gd|-a', 'gi|+b']],
    ['console', '$ ls -l', ['gp|$']],
    ['xml+php', '$a = 1;', ['nv|$a', 'mi|1']],
    ['python', 'def f():\n  """a\n  b"""', ['sd|"""a', 'sd|  b"""']],
    ['python', 'x = """a"""', ['s2|"""a"""']],
    ['c++', 'x = R"y(a)y"', ['sa|R', 'dl|y(', 's|a']],
    ['jsx', 'let a = 1', ['kd|let', 'mi|1']],
    ['hcl', 'a = true', ['na|a', 'kc|true']],
  ])('%s: %j', (language, source, expected) => {
    const html = code(language, source) ?? ''
    const tokens = [...html.matchAll(/<span class="([^"]*)">([^<]*)<\/span>/g)]
    expect(tokens.map(([, className, text]) => `${className}|${text}`)).toEqual(expect.arrayContaining(expected))
  })

  test('without changing its text, in each language', () => {
    const source =
      '#include <a>\n\n/* "b\\"" */ def c(d: $e) -> \'f\' { return 0x1F + 2.5 } // `g` <!-- h -->\nend 日 🙂'
    for (const language of LANGUAGES) {
      const lexer = findLexer(language)
      const tokens = lexer && tokenize(`${source}\n`, lexer)
      expect([language, tokens?.map(({ text }) => text).join('')]).toEqual([language, `${source}\n`])
    }
  })

  test('by lexers of named languages, with rules that refer to existing states and languages', () => {
    const names = new Set(codeLanguages.languages.map((line) => line.split('|')[0]))
    expect(LANGUAGES.filter((language) => !names.has(language))).toEqual([])
    for (const [language, source] of Object.entries({ ...packed.lexers, ...OWN_LEXERS })) {
      expect([language, lexerProblems(source)]).toEqual([language, []])
    }
  })

  function lexerProblems(source: string): string[] {
    const [flags = '', ...lines] = source.split('\n')
    const states = new Set(lines.filter((line) => /^:[^\t]*$/.test(line)).map((line) => line.slice(1)))
    const exists = (name: string) => states.has(name) || LANGUAGES.includes(name)
    return lines.flatMap((line) => {
      if (/^[:@][^\t]*$/.test(line)) return exists(line.slice(1)) ? [] : [`no state: ${line}`]
      const [pattern = '', styles = '', changes = ''] = line.split('\t')
      new RegExp(pattern.replace(/^\(\?[ims]+\)/, ''), `${flags}uy`)
      const unknown = styles.split(',').filter((style) => !/^[a-z0-9]{0,3}$/.test(style) && !exists(style.slice(1)))
      const lost = changes.split(/[ &]/).filter((change) => !/^(?:-\d+|\+|)$/.test(change) && !exists(change))
      return [...unknown, ...lost]
    })
  }

  test('by the language in its first line, which stays', () => {
    const highlighted = '<span class="n">x</span> <span class="o">=</span> <span class="mi">1</span>'
    for (const line of ['#!python', ':::python', '::python', '#!/usr/bin/env python', '#!/usr/bin/python']) {
      const html = rendered(`~~~\n${line}\nx = 1\n~~~`)
      expect(html).toContain(highlighted)
      expect(html).toMatch(/^<div class="codehilite"><pre>/)
      expect(html.replace(/<[^>]*>/g, '')).toBe(`${line}\nx = 1\n`)
    }
    expect(rendered('    #!python\n    x = 1')).toContain(highlighted)
    expect(rendered('~~~\n#!nothing\nx = 1\n~~~')).toContain('<code>#!nothing\nx = 1\n</code>')
    expect(code('bat', '#!python\nx = 1')).toBe('#!python\nx = 1')
  })

  test('unless it has no lexer or is too long', () => {
    expect(code('matlab', 'x = 1')).toBe('x = 1')
    expect(code('toString', 'x = 1')).toBe('x = 1')
    expect(code('js', 'x;\n'.repeat(1600))).toContain('<span class="nx">x</span>')
    expect(code('js', 'x;\n'.repeat(1700))).not.toContain('<span')
  })
})

test('after 8,000 characters of highlighted code in a message, further blocks are not highlighted', () => {
  const block = (characters: number) => `\n~~~js\n${'let a\n'.repeat(Math.floor(characters / 6))}~~~\n`
  const isHighlighted = (html: string) =>
    html
      .split('<code>')
      .slice(1)
      .map((part) => part.startsWith('<span class="kd">'))
  expect(isHighlighted(rendered(block(4000) + block(3900)))).toEqual([true, true])
  expect(isHighlighted(rendered(block(4000) + block(4200) + block(600)))).toEqual([true, false, true])
})
