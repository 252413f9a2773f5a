import { describe, expect, test } from 'vitest'
import { highlightedHtml, highlightedText } from '../../src/tokenizer/highlight'
import { searchPrefix, matchesQuery, parseQuery, normalizeText } from '../../src/tokenizer/query'
import { stem } from '../../src/tokenizer/stem'
import { htmlText } from '../../src/markdown/html-text'

describe('the stem of a word', () => {
  const STEMS: Record<string, string> = {
    caresses: 'caress',
    ponies: 'poni',
    ties: 'ti',
    cats: 'cat',
    feed: 'feed',
    agreed: 'agre',
    plastered: 'plaster',
    bled: 'bled',
    motoring: 'motor',
    sing: 'sing',
    conflated: 'conflat',
    troubled: 'troubl',
    sized: 'size',
    hopping: 'hop',
    tanned: 'tan',
    falling: 'fall',
    hissing: 'hiss',
    fizzed: 'fizz',
    failing: 'fail',
    filing: 'file',
    happy: 'happi',
    sky: 'sky',
    relational: 'relat',
    conditional: 'condit',
    rational: 'ration',
    valenci: 'valenc',
    digitizer: 'digit',
    radically: 'radic',
    differently: 'differ',
    analogously: 'analog',
    vietnamization: 'vietnam',
    predication: 'predic',
    operator: 'oper',
    feudalism: 'feudal',
    decisiveness: 'decis',
    hopefulness: 'hope',
    callousness: 'callous',
    formality: 'formal',
    sensitivity: 'sensit',
    sensibility: 'sensibl',
    triplicate: 'triplic',
    formative: 'form',
    formalize: 'formal',
    electricity: 'electr',
    electrical: 'electr',
    goodness: 'good',
    revival: 'reviv',
    allowance: 'allow',
    inference: 'infer',
    airliner: 'airlin',
    gyroscopic: 'gyroscop',
    adjustable: 'adjust',
    defensible: 'defens',
    irritant: 'irrit',
    replacement: 'replac',
    adjustment: 'adjust',
    dependent: 'depend',
    adoption: 'adopt',
    communism: 'commun',
    activate: 'activ',
    effective: 'effect',
    probate: 'probat',
    rate: 'rate',
    cease: 'ceas',
    controlling: 'control',
    rolling: 'roll',
    meetings: 'meet',
    meeting: 'meet',
    deployments: 'deploy',
    yes: 'ye',
    crying: 'cry',
    technology: 'technolog',
    assembly: 'assembl',
    by: 'by',
    naïve: 'naïve',
    x11: 'x11',
  }
  test.each(Object.entries(STEMS))('%s: %s', (word, expected) => {
    expect(stem(word)).toBe(expected)
    // A search looks for the prefix of the stem first.
    expect(word.startsWith(searchPrefix({ token: expected, isUnspaced: false }))).toBe(true)
  })
})

describe('matchesQuery', () => {
  const CASES: [query: string, text: string, isFound: boolean][] = [
    ['pizza', 'Two pizzas, please', true],
    ['Pizzas', 'pizza', true],
    ['pizza pasta', 'pasta or pizza?', true],
    ['pizza pasta', 'pizza', false],
    ['izza', 'pizza', false],
    ['cafe', 'A CAFÉ', true],
    ['café', 'a cafe', true],
    ['file.txt', 'in file.txt', true],
    ['snake_case', 'snake_case', true],
    ['snake', 'snake_case', true],
    ['"due date"', 'The due\ndate is set', true],
    ['"due date"', 'The date is due', false],
    ['"due date"', 'the due dates', true],
    ['"due dates"', 'the due date', false],
    ['"C++"', 'I like C++ a lot', true],
    ['"C++"', 'I like C a lot', false],
    ['会议', '今天会议取消', true],
    ['会議', '今日の会議は中止', true],
    ['会', '今天会议取消', true],
    ['消', '今天会议取消', true],
    ['今天取消', '今天会议取消', false],
    ['今天 取消', '今天会议取消', true],
    ['会议 pizza', '今天会议有pizzas', true],
    ['회의', '오늘 회의를 합니다', true],
    ['会議', '今日は会い、議は無し', false],
    ['カフェ', 'このｶﾌｪで', true],
    ['привет', 'ПРИВЕТ всем', true],
    ['', 'pizza', false],
    ['!!!', 'pizza!!!', false],
    ['""', 'pizza', false],
    ['"', 'pizza', false],
  ]
  test.each(CASES)('%j in %j: %j', (query, text, isFound) => {
    expect(matchesQuery(parseQuery(query), [normalizeText(text)])).toBe(isFound)
  })

  test('finds the tokens of a query in several texts together', () => {
    const texts = [normalizeText('lunch'), normalizeText('Pizza?')]
    expect(matchesQuery(parseQuery('pizza lunch'), texts)).toBe(true)
    expect(matchesQuery(parseQuery('pizza dinner'), texts)).toBe(false)
  })
})

describe('highlights', () => {
  const mark = (html: string) => html.replaceAll('[', '<span class="highlight">').replaceAll(']', '</span>')
  const CASES: [query: string, html: string, highlighted: string][] = [
    ['pizza', '<p>Two pizzas</p>', '<p>Two [pizzas]</p>'],
    ['pizza two', '<p>Two <b>pizzas</b></p>', '<p>[Two] <b>[pizzas]</b></p>'],
    ['pizza', '<p>piz<strong>za</strong>s</p>', '<p>[piz]<strong>[za]</strong>[s]</p>'],
    ['pizza', '<p>piz</p>\n<p>za</p>', '<p>piz</p>\n<p>za</p>'],
    ['span p class', '<p class="p">x</p>', '<p class="p">x</p>'],
    [
      'pizza',
      '<a href="https://pizza.example/?pizza>pizza" title="pizza">pizza</a>',
      '<a href="https://pizza.example/?pizza>pizza" title="pizza">[pizza]</a>',
    ],
    ['b', '<p>a&lt;b&gt;c &amp; b</p>', '<p>a&lt;[b]&gt;c &amp; [b]</p>'],
    ['lt amp gt', '<p>&lt;b&gt; &amp;</p>', '<p>&lt;b&gt; &amp;</p>'],
    ['"a<b"', '<p>x a&lt;b y</p>', '<p>x [a&lt;b] y</p>'],
    ['"due date"', '<p>the due<br>\ndate</p>', '<p>the [due]<br>[\ndate]</p>'],
    ['café', '<p>Cafe\u0301 x</p>', '<p>[Cafe\u0301] x</p>'],
    ['会议', '<p>今天会议，会议</p>', '<p>今天[会议]，[会议]</p>'],
    ['今天会 天会议', '<p>今天会议</p>', '<p>[今天会议]</p>'],
    ['copy', '<p>&copy; copy</p>', '<p>&copy; [copy]</p>'],
    ['𠮷', '<p>x𠮷野家</p>', '<p>x[𠮷]野家</p>'],
  ]
  test.each(CASES)('%j in %j', (query, html, expected) => {
    const highlighted = highlightedHtml(html, [parseQuery(query)])
    expect(highlighted).toBe(mark(expected))
    expect(htmlText(highlighted)).toBe(htmlText(html))
  })

  test('of plain text are HTML, with the text escaped', () => {
    expect(highlightedText('<b>pizza</b> & "x"', [parseQuery('pizza')])).toBe(
      '&lt;b&gt;<span class="highlight">pizza</span>&lt;/b&gt; &amp; "x"',
    )
    expect(highlightedText('a<b', [parseQuery('"a<b"')])).toBe('<span class="highlight">a&lt;b</span>')
  })
})
