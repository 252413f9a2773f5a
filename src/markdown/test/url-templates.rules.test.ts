import { describe, expect, test } from 'vitest'
import { expandTemplate, parseUrlTemplate, variablesOf } from '../url-templates'

describe('a URL template', () => {
  // The examples of RFC 6570 with text values.
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
  ])('%s expands to %s', (source, expected) => {
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
  ])('%s is not valid', (source) => {
    expect(parseUrlTemplate(source)).toBeUndefined()
  })

  test('has named variables', () => {
    expect(variablesOf(parseUrlTemplate('{a}/{?b,c}x{+a:3}') ?? [])).toEqual(['a', 'b', 'c', 'a'])
  })
})
