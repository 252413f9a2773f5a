import { describe, expect, test } from 'vitest'
import { findPatternFault, findTemplateFault } from '../linkifier-rules'
import { expandTemplate, parseUrlTemplate, variablesOf } from '../url-templates'

describe('findPatternFault', () => {
  test.each(['#(?P<id>[0-9]+)', '(?<id>x)', 'a(?i)b', '[[:alpha:]]+', '\\p{L}+', 'no group'])(
    'accepts %s',
    (pattern) => {
      expect(findPatternFault(pattern)).toBeUndefined()
    },
  )

  test.each([
    ['', { fault: 'pattern is empty' }],
    [' ', { fault: 'pattern is empty' }],
    ['x'.repeat(1001), { fault: 'pattern is too long' }],
    ['(?P<a>x)(?P<a>y)', { fault: 'group is named twice', group: 'a' }],
    ['(', { fault: 'pattern is not supported', detail: 'missing closing ): `(`' }],
    ['x(?=y)', { fault: 'pattern is not supported' }],
    ['(?<!y)x', { fault: 'pattern is not supported' }],
    ['(a)\\1', { fault: 'pattern is not supported' }],
    ['a{5000}', { fault: 'pattern is not supported' }],
    ['((a{100}){100}){100}', { fault: 'pattern is not supported' }],
    ['(?P<a-b>x)', { fault: 'pattern is not supported' }],
  ])('refuses %s', (pattern, refusal) => {
    expect(findPatternFault(pattern)).toMatchObject(refusal)
  })
})

describe('findTemplateFault', () => {
  test.each([
    ['https://example.com/{id}', '#(?P<id>\\d+)', undefined],
    ['https://example.com/{org}{?q}', '(?P<org>a)(?P<q>b)', undefined],
    ['https://example.com', 'x', undefined],
    ['https://example.com/{', 'x', { fault: 'template is not valid' }],
    ['https://example.com/{}', 'x', { fault: 'template is not valid' }],
    ['https://example.com/{a b}', 'x', { fault: 'template is not valid' }],
    ['https://example.com/{id}', 'x', { fault: 'group is not in the pattern', group: 'id' }],
    ['https://example.com/', '(?P<id>x)', { fault: 'group is not in the template', group: 'id' }],
  ])('%s with %s', (url_template, pattern, refusal) => {
    expect(findTemplateFault(url_template, pattern)).toEqual(refusal)
  })
})

describe('a URL template', () => {
  // The examples of RFC 6570, as far as they are about text.
  const values = new Map([
    ['var', 'value'],
    ['hello', 'Hello World!'],
    ['half', '50%'],
    ['who', 'fred'],
    ['base', 'http://example.com/home/'],
    ['path', '/foo/bar'],
    ['v', '6'],
    ['x', '1024'],
    ['y', '768'],
    ['empty', ''],
  ])

  test.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['O{empty}X', 'OX'],
    ['O{undef}X', 'OX'],
    ['{x,y}', '1024,768'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['?{x,empty}', '?1024,'],
    ['?{x,undef}', '?1024'],
    ['?{undef,y}', '?768'],
    ['{var:3}', 'val'],
    ['{var:30}', 'value'],
    ['{var*}', 'value'],
    ['{+var}', 'value'],
    ['{+hello}', 'Hello%20World!'],
    ['{+half}', '50%25'],
    ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
    ['{+base}index', 'http://example.com/home/index'],
    ['{+path}/here', '/foo/bar/here'],
    ['here?ref={+path}', 'here?ref=/foo/bar'],
    ['{+path:6}/here', '/foo/b/here'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['foo{#empty}', 'foo#'],
    ['foo{#undef}', 'foo'],
    ['{.who,who}', '.fred.fred'],
    ['X{.empty}', 'X.'],
    ['{/who,who}', '/fred/fred'],
    ['{/var:1,var}', '/v/value'],
    ['{/var,empty}', '/value/'],
    ['{;who}', ';who=fred'],
    ['{;v,empty,who}', ';v=6;empty;who=fred'],
    ['{;v,undef,who}', ';v=6;who=fred'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['{?undef}', ''],
    ['{&x,y}', '&x=1024&y=768'],
    ['a b"<é>', 'a%20b%22%3C%C3%A9%3E'],
    ['%41%zz', '%41%25zz'],
  ])('%s becomes %s', (source, expected) => {
    const template = parseUrlTemplate(source)
    expect(template && expandTemplate(template, values)).toBe(expected)
  })

  test.each([
    '{',
    '}',
    '{a',
    'a}',
    '{{a}}',
    '{!a}',
    '{=a}',
    '{@a}',
    '{|a}',
    '{a,}',
    '{a:0}',
    '{a:10000}',
    '{a..b}',
    '{-a}',
  ])('%s is none', (source) => {
    expect(parseUrlTemplate(source)).toBeUndefined()
  })

  test('has variables', () => {
    expect(variablesOf(parseUrlTemplate('{a}/{?b,c}x{+a:3}') ?? [])).toEqual(['a', 'b', 'c', 'a'])
  })
})
