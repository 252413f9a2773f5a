import { describe, expect, test, vi } from 'vitest'
import { EMPTY_DIRECTORY } from '../template'
import { htmlProblems } from './support/html-problems'
import { rendered, SETTINGS } from './support/rendered-message'

const directory = { ...EMPTY_DIRECTORY, channelByName: (name: string) => ({ stream_id: 1, name }) }

const html = (content: string) => rendered(content, SETTINGS, directory)

const texError = (source: string) => `<p><span class="tex-error">${source}</span></p>`

describe('formulas', () => {
  test('stand within a line, or as a block', () => {
    expect(html('so $$x$$!')).toMatch(/^<p>so <span class="katex"><span class="katex-mathml">.*<\/span>!<\/p>$/)
    expect(html('```math\nx\n```')).toMatch(/^<p><span class="katex-display"><span class="katex">.*<\/span><\/p>$/)
  })

  test('are separated by blank lines in a math block', () => {
    const [first, gap, second, ...others] = html('```math\na\n\nb\n```').split(/(\n\n)/)
    expect(first).toMatch(/^<p><span class="katex-display">/)
    expect(gap).toBe('\n\n')
    expect(second).toMatch(/^<span class="katex-display">/)
    expect(others).toEqual([])
  })

  test('contain their TeX, so that a user can copy it', () => {
    expect(html('$$a < b$$')).toContain('<annotation encoding="application/x-tex">a &lt; b</annotation>')
  })

  test('are plain text in the name of a topic', () => {
    expect(html('#**general>on $$x$$**')).toContain('>#general &gt; on $$x$$</a>')
  })

  test.each(['x^', '\\frac{1}', '\\nosuchcommand', '{', '\\left(', '\\begin{matrix}'])(
    'with an error are shown as typed: %j',
    (tex) => {
      expect(html(`$$${tex}$$`)).toBe(texError(`$$${tex}$$`))
      expect(html(`~~~math\n${tex}\n~~~`)).toBe(texError(tex))
    },
  )

  test.each([
    '日本語 \\text{тест}',
    'x \\\\ y',
    '\\color{red} x',
    '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
    '\\sqrt[3]{\\frac{a}{b}}',
    '\\xrightarrow{abc} \\cancel{x} \\boxed{y} \\tag{1}',
    '\\underbrace{a}_{b} \\widehat{abc} \\overset{!}{=} \\begin{array}{c|c}a&b\\\\\\hline c&d\\end{array}',
    '\\begin{CD}A @>a>> B \\\\ @VVV @AAA \\\\ C @= D\\end{CD}',
  ])('can contain %s', (tex) => {
    expect(html(`~~~math\n${tex}\n~~~`)).not.toContain('tex-error')
    expect(htmlProblems(html(`~~~math\n${tex}\n~~~`))).toEqual([])
  })
})

describe('a hostile formula', () => {
  test.each([
    '\\href{javascript:alert(1)}{x}',
    '\\href{https://evil.example.com}{x}',
    '\\url{https://evil.example.com}',
    '\\includegraphics{https://evil.example.com/x.png}',
    '\\htmlData{a=b}{x}',
    '\\htmlClass{user-mention}{x}',
    '\\htmlId{compose}{x}',
    '\\htmlStyle{position:fixed}{x}',
    '\\color{"><script>}x',
    '\\color{red;position:fixed}x',
    '\\verb|<script>alert(1)</script>"|',
    '\\text{</annotation></math><img src=x onerror=alert(1)>}',
    '\\char"0 \\char"D800 \\char"FDD0 \\char"3C',
    '\\rule{99999em}{99999em}',
  ])('has no links and no markup of its own: %s', (tex) => {
    for (const content of [`$$${tex}$$`, `~~~math\n${tex}\n~~~`]) {
      expect(htmlProblems(html(content))).toEqual([])
      expect(html(content)).not.toMatch(/<(?:a|img|mglyph)\b|[": -]\d{3,}em[";]/)
    }
  })

  test.each([
    ['\\def\\a{b}\\a'],
    ['\\def\\a#1{#1#1}\\a{\\a{x}}'],
    ['\\edef\\a{b}\\a'],
    ['\\newcommand{\\a}{b}\\a'],
    ['\\renewcommand\\sum{b}\\sum'],
    ['\\let\\a=b\\a'],
    ['\\global\\def\\a{b}\\a'],
    ['\\tag@literal{b}\\df@tag'],
  ])('cannot define a macro: %s', (tex) => {
    expect(html(`$$${tex}$$`)).toBe(texError(`$$${tex}$$`))
  })

  test.each([
    ['{', 'x', '}'],
    ['\\sqrt{', 'x', '}'],
    ['x^{', 'x', '}'],
    ['\\left(', 'x', '\\right)'],
    ['\\frac{1}{', 'x', '}'],
    ['\\text{a $', 'x', '$}'],
    ['\\begin{matrix}', 'x', '\\end{matrix}'],
    ['\\phantom{', 'x', '}'],
  ])('has a maximum depth: %s', (start, middle, end) => {
    for (const depth of [3, 30, 120, Math.floor(1990 / (start.length + end.length))]) {
      const output = html(`~~~math\n${start.repeat(depth)}${middle}${end.repeat(depth)}\n~~~`)
      expect(htmlProblems(output)).toEqual([])
      expect(depth > 3 || !output.includes('tex-error')).toBe(true)
    }
  })

  test.each([
    ['\\begin{matrix}', '&', '\\end{matrix}'],
    ['\\begin{matrix}', '\\\\', '\\end{matrix}'],
    ['\\begin{align}', '&\\\\', '\\end{align}'],
    ['', 'x', ''],
    ['x', "'", ''],
    ['', '\\not=', ''],
    ['', '\\dots', ''],
    ['', '\\implies', ''],
    ['', '\\xrightarrow{x}', ''],
    ['', '\\widehat{x}', ''],
    ['', '\\mathchoice{a}{b}{c}{d}', ''],
    ['\\text{', 'é', '}'],
    ['', '🙂', ''],
    ['', '\\tag{x}', ''],
  ])('has a maximum length: %s%s%s', (start, middle, end) => {
    const tex = start + middle.repeat(Math.floor((1990 - start.length - end.length) / middle.length)) + end
    for (const content of [`$$${tex}$$`, `$$${tex}$$ `.repeat(5), `~~~math\n${tex.repeat(5)}\n~~~`]) {
      const output = html(content)
      expect(output.length).toBeLessThan(200_000)
      expect(htmlProblems(output)).toEqual([])
    }
  })

  test('is shown as typed after 2,000 characters of TeX in a message', () => {
    const formula = `$$${'x'.repeat(900)}$$`
    const output = html(`${formula} ${formula} ${formula} $$y$$`)
    expect(output.match(/class="katex"/g)).toHaveLength(3)
    expect(output).toContain(`<span class="tex-error">${formula}</span>`)
  })

  test('writes nothing to the log', () => {
    const warn = vi.spyOn(console, 'warn')
    html('$$\\text{🙂}$$')
    expect(warn).not.toHaveBeenCalled()
  })
})
