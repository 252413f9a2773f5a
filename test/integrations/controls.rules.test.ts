import { describe, expect, test } from 'vitest'
import { fits, type Control } from '../../src/integrations/controls'
import { controlsText, readControls } from '../../src/integrations/wording/slack-controls'
import { onlyInSlackText } from '../../src/integrations/wording/slack-blocks'

const plain = (text: string) => ({ type: 'plain_text', text })
const button = (fields: object = {}) => ({ type: 'button', action_id: 'go', text: plain('Go'), ...fields })
const actions = (...elements: unknown[]) => ({ type: 'actions', block_id: 'b', elements })
const menu = (options: unknown, fields: object = {}) => ({ type: 'static_select', action_id: 'm', options, ...fields })
const option = (value: string) => ({ text: plain(value), value })
const ONE = [{ text: 'x', value: 'x' }]

describe('readControls', () => {
  const CASES: [name: string, blocks: unknown[], rows: unknown[]][] = [
    [
      'a button',
      [actions(button({ value: 'v', style: 'danger' }))],
      [{ block_id: 'b', controls: [{ action_id: 'go', type: 'button', text: 'Go', value: 'v', style: 'danger' }] }],
    ],
    ['a button with an address is a link', [actions(button({ url: 'https://a.example' }))], []],
    ['a button without a name', [actions(button({ text: plain(' ') }))], []],
    [
      'a button without ids',
      [{ type: 'actions', elements: [{ type: 'button', text: plain('Go') }] }],
      [{ block_id: 'block-0', controls: [{ action_id: 'action-0', type: 'button', text: 'Go' }] }],
    ],
    [
      'a button with the ids of another one',
      [actions(button(), button({ text: plain('Stop') }))],
      [{ block_id: 'b', controls: [{ action_id: 'go', type: 'button', text: 'Go' }] }],
    ],
    ['a value that is too long', [actions(button({ value: 'v'.repeat(2001) }))], []],
    [
      'the characters that Slack escapes',
      [actions(button({ text: plain('A&amp;B'), confirm: { title: plain('1 &lt; 2'), text: plain('&amp;lt;') } }))],
      [
        {
          block_id: 'b',
          controls: [
            {
              action_id: 'go',
              type: 'button',
              text: 'A&B',
              confirm: { title: '1 < 2', text: '&lt;', yes: '', no: '' },
            },
          ],
        },
      ],
    ],
    [
      'a confirmation',
      [
        actions(
          button({
            confirm: { title: plain('Sure?'), text: plain('It is live'), confirm: plain('Yes'), deny: plain('No') },
          }),
        ),
      ],
      [
        {
          block_id: 'b',
          controls: [
            {
              action_id: 'go',
              type: 'button',
              text: 'Go',
              confirm: { title: 'Sure?', text: 'It is live', yes: 'Yes', no: 'No' },
            },
          ],
        },
      ],
    ],
    [
      'a menu with groups, and a choice',
      [
        actions(
          menu(undefined, {
            option_groups: [{ label: plain('G'), options: [option('x')] }],
            initial_option: option('x'),
          }),
        ),
      ],
      [
        {
          block_id: 'b',
          controls: [
            { action_id: 'm', type: 'static_select', options: [{ text: 'x', value: 'x', group: 'G' }], initial: ['x'] },
          ],
        },
      ],
    ],
    [
      'a choice that is no option',
      [actions(menu([option('x')], { initial_option: option('y') }))],
      [{ block_id: 'b', controls: [{ action_id: 'm', type: 'static_select', options: ONE }] }],
    ],
    ['a menu without options', [actions(menu([]))], []],
    ['a menu with too many options', [actions(menu(Array.from({ length: 101 }, (_, at) => option(String(at)))))], []],
    ['a menu of an unknown type', [actions({ type: 'users_select', action_id: 'u' })], []],
    [
      'a field with a hint',
      [
        {
          type: 'input',
          block_id: 'b',
          label: plain('Why'),
          hint: plain('Short'),
          element: { type: 'plain_text_input', action_id: 'f', multiline: true, max_length: 10, initial_value: 'x' },
        },
      ],
      [
        {
          block_id: 'b',
          label: 'Why',
          hint: 'Short',
          is_field: true,
          controls: [{ action_id: 'f', type: 'plain_text_input', multiline: true, max_length: 10, initial: ['x'] }],
        },
      ],
    ],
    [
      'a field that sends its value itself',
      [
        {
          type: 'input',
          block_id: 'b',
          label: plain('Day'),
          dispatch_action: true,
          element: { type: 'datepicker', action_id: 'd', initial_date: '2030-01-31' },
        },
      ],
      [{ block_id: 'b', controls: [{ action_id: 'd', type: 'datepicker', initial: ['2030-01-31'] }] }],
    ],
    [
      'no block at all',
      [null, 7, 'x', [], { type: 'actions' }, { type: 'actions', elements: 'x' }, { type: 'section', accessory: 'x' }],
      [],
    ],
  ]
  test.for(CASES)('%s', ([, blocks, rows]) => expect(readControls(blocks).rows).toEqual(rows))

  test('buttons of several sections have the text to which they belong', () => {
    const section = (text: string, action_id: string) => ({
      type: 'section',
      block_id: action_id,
      text: { type: 'mrkdwn', text },
      accessory: button({ action_id }),
    })
    const labels = readControls([
      section('*Sushi* at <https://a.example|Ada> &amp; Ben\nGood', 's'),
      section('P'.repeat(100), 'p'),
    ])
    expect(labels.rows.map(({ label }) => label)).toEqual(['Sushi at Ada & Ben', `${'P'.repeat(79)}…`])
    const two = [section('Sushi', 's'), { ...actions(button()), block_id: 'more' }]
    expect(readControls(two).rows.map(({ label }) => label)).toEqual([undefined, undefined])
    expect(readControls([section('Sushi', 's')]).rows.map(({ label }) => label)).toEqual([undefined])
  })

  test('what is beyond the limits is named, and not drawn', () => {
    const many = Array.from({ length: 5 }, (_, block) => ({
      ...actions(...Array.from({ length: 30 }, (_, at) => button({ action_id: `${block}-${at}` }))),
      block_id: `b${block}`,
    }))
    const { rows, drawn } = readControls(many)
    expect(rows.map(({ controls }) => controls.length)).toEqual([25, 25, 25, 25])
    expect(onlyInSlackText(many, drawn)).toContain('Only in Slack: Go, Go')
    const large = Array.from({ length: 20 }, (_, at) => ({
      ...actions(button({ value: 'v'.repeat(2000) })),
      block_id: `b${at}`,
    }))
    expect(JSON.stringify(readControls(large).rows).length).toBeLessThan(21_000)
    expect(readControls(large).rows).toHaveLength(9)
  })

  test('the text of a message names what is drawn', () => {
    const { rows, drawn } = readControls([
      actions(button({ text: plain('Go *now*') }), { type: 'users_select', action_id: 'u' }),
    ])
    expect(controlsText(rows)).toBe('*In the web client: Go &#42;now&#42;*')
    expect(onlyInSlackText([actions({ type: 'users_select' })], drawn)).toBe('*Only in Slack: users select*')
    expect(controlsText([])).toBe('')
    // Clients find the line by its beginning, and emphasis ends with a line.
    const broken = readControls([actions(button({ text: plain('Go\n\nnow ') }))])
    expect(controlsText(broken.rows)).toBe('*In the web client: Go now*')
  })
})

describe('the limits of a field', () => {
  const LIMITS: [limits: object, read: object][] = [
    [
      { min_value: '-1.5', max_value: '2', is_decimal_allowed: true },
      { min_value: -1.5, max_value: 2 },
    ],
    [{ min_value: '3', max_value: '2', is_decimal_allowed: false }, { is_decimal_allowed: false }],
    [
      { min_value: '0.5', max_value: '2.5', is_decimal_allowed: false },
      { min_value: 1, max_value: 2, is_decimal_allowed: false },
    ],
    [{ min_value: '1.2', max_value: '1.8', is_decimal_allowed: false }, { is_decimal_allowed: false }],
    [{ min_value: 'many', max_value: '1e999' }, {}],
    [
      { min_length: 2, max_length: 5 },
      { min_length: 2, max_length: 5 },
    ],
    [{ min_length: 6, max_length: 5 }, { max_length: 5 }],
    [{ min_length: 0, max_length: 9999 }, {}],
  ]
  test.for(LIMITS)('%j', ([limits, read]) => {
    const element = { type: 'number_input', action_id: 'n', ...limits }
    const { rows } = readControls([{ type: 'input', block_id: 'b', label: plain('Number'), element }])
    expect(rows[0]?.controls).toEqual([{ type: 'number_input', action_id: 'n', ...read }])
  })
})

describe('fits', () => {
  const RANGE = { type: 'number_input', min_value: 2, max_value: 3 } as const
  type Case = [control: Partial<Control>, values: string[], fits: boolean]
  const wrong = (type: Control['type'], value: string): Case => [{ type }, [value], false]
  const CASES: Case[] = [
    [{ type: 'button' }, [], true],
    [{ type: 'button' }, ['x'], false],
    [{ type: 'static_select', options: ONE }, ['x'], true],
    [{ type: 'static_select', options: ONE }, [], true],
    [{ type: 'static_select', options: ONE }, ['y'], false],
    [{ type: 'static_select', options: ONE }, ['x', 'x'], false],
    [{ type: 'checkboxes', options: [...ONE, { text: 'y', value: 'y' }] }, ['x', 'y'], true],
    [{ type: 'checkboxes', options: ONE }, ['x', 'x'], false],
    [{ type: 'checkboxes', options: ONE }, ['y'], false],
    [{ type: 'plain_text_input', max_length: 2 }, ['ab'], true],
    [{ type: 'plain_text_input', max_length: 2 }, ['abc'], false],
    [{ type: 'datepicker' }, ['2030-01-31'], true],
    [{ type: 'datepicker' }, ['2028-02-29'], true],
    ...['tomorrow', '2030-02-29', '2030-13-01', '9999-99-99'].map((value) => wrong('datepicker', value)),
    [{ type: 'timepicker' }, ['09:30'], true],
    [{ type: 'timepicker' }, ['23:59'], true],
    ...['9', '24:00', '09:60', '99:99'].map((value) => wrong('timepicker', value)),
    ...['1', '-2.5', '.5', '1e3'].map((value): Case => [{ type: 'number_input' }, [value], true]),
    ...['one', '1,5', '0x1', '1 2', 'Infinity', '-'].map((value) => wrong('number_input', value)),
    [{ type: 'number_input' }, ['1'.repeat(3001)], false],
    ...['1e400', '-1e400', '1'.repeat(400)].map((value) => wrong('number_input', value)),
    [{ type: 'number_input', is_decimal_allowed: false }, ['-3'], true],
    [{ type: 'number_input', is_decimal_allowed: false }, ['1.5'], false],
    ...[2, 2.5, 3].map((number): Case => [{ ...RANGE }, [String(number)], true]),
    ...['1.99', '3.01', '-2', '1e9'].map((value): Case => [{ ...RANGE }, [value], false]),
    [{ type: 'plain_text_input', min_length: 2 }, ['ab'], true],
    [{ type: 'plain_text_input', min_length: 2 }, ['a'], false],
    [{ type: 'plain_text_input', min_length: 2 }, [], true],
    ...['ada@example.com', 'ada@localhost'].map((value): Case => [{ type: 'email_text_input' }, [value], true]),
    ...['ada', 'ada@', '@example.com', 'a@b@c', 'ada @x.org', 'a@x.org\nBcc: b@x.org'].map((value) =>
      wrong('email_text_input', value),
    ),
    ...['https://example.com/a?b', 'http://localhost:1'].map((value): Case => [
      { type: 'url_text_input' },
      [value],
      true,
    ]),
    ...['example.com', 'javascript:alert(1)', 'data:text/html,x', '//example.com', 'https://'].map((value) =>
      wrong('url_text_input', value),
    ),
  ]
  test.for(CASES)('%j %j', ([control, values, expected]) =>
    expect(fits({ type: 'button', action_id: 'a', ...control }, values)).toBe(expected),
  )
})
