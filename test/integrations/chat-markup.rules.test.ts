import { describe, expect, test } from 'vitest'
import { withReferences } from '../../src/integrations/references'
import {
  cardMarkdown,
  discordMarkdown,
  mattermostMarkdown,
  rocketchatMarkdown,
} from '../../src/integrations/wording/chat-dialects'
import { slackMarkdown } from '../../src/integrations/wording/slack-markup'

/** Shows each reference as its kind and value, and the fallback of `everyone`. */
const visibleText = (text: string): string =>
  withReferences(text, ({ kind, value }) => (kind === 'everyone' ? undefined : `{${kind} ${value}}`))

const TABLES: [string, (text: string) => string, [from: string, to: string][]][] = [
  [
    'Slack',
    slackMarkdown,
    [
      ['*bold* _italic_ ~struck~', '**bold** *italic* ~~struck~~'],
      ['snake_case_name 2*3*4', 'snake_case_name 2&#42;3&#42;4'],
      ['<https://a.example/x_y_z|the _page_>', '[the _page_](https://a.example/x_y_z)'],
      ['<https://a.example/x?a=1&amp;b=2>', 'https://a.example/x?a=1&b=2'],
      ['*<https://a.example|bold link>*', '**[bold link](https://a.example)**'],
      ['see https://a.example/_x_/y_', 'see https://a.example/_x_/y_'],
      ['`*code* &lt;x&gt; _y_`', '`*code* <x> _y_`'],
      ['a ```*code*\n_x_``` b', 'a \n```\n*code*\n_x_\n```\n b'],
      ['<@U17> and <@U0ABC|Cleo>', '{user 17} and {user name Cleo}'],
      ['<#C5|general> <#C0XY|news>', '{channel 5} {channel name news}'],
      ['<!here> <!channel> <!subteam^S1|@admins>', '@here @channel @admins'],
      ['<!date^1392734382^{date}|then>', '<time:1392734382>'],
      ['&lt;time:1&gt; &amp;lt;', '&#60;time:1> &amp;lt;'],
      [
        '@**Ada** @*group* #**vault** $$x$$',
        '&#64;&#42;&#42;Ada&#42;&#42; &#64;&#42;group&#42; &#35;&#42;&#42;vault&#42;&#42; &#36;$x&#36;$',
      ],
      ['[text](https://evil.example)', '[text&#93;(https://evil.example)'],
      ['# no heading\n&gt; a quote', '&#35; no heading\n> a quote'],
      ['/me dances', '&#47;me dances'],
    ],
  ],
  [
    'Discord',
    discordMarkdown,
    [
      ['**b** __u__ _i_ ~~s~~ `__c__`', '**b** **u** *i* ~~s~~ `__c__`'],
      ['<@17> <@!18> <@&4> <#5>', '{user 17} {user 18} {group 4} {channel 5}'],
      ['@everyone @here ada@here.example', '@everyone @here ada@here.example'],
      ['<:party:123> <a:wave:9> <t:1392734382:R>', ':party: :wave: <time:1392734382>'],
      ['<https://a.example/_x_>', 'https://a.example/_x_'],
      ['[page](https://a.example/a_b_c)', '[page](https://a.example/a_b_c)'],
      ['\\*not bold\\*', '&#42;not bold&#42;'],
      ['```js\nlet _x_ = "@everyone"\n```', '```js\nlet _x_ = "@everyone"\n```'],
      ['@**Ada** @__all__ @_group_ <time:1>', '&#64;**Ada** &#64;**all** &#64;*group* &#60;time:1>'],
    ],
  ],
  [
    'Mattermost',
    mattermostMarkdown,
    [
      ['@cleo @all mail cleo@parley.example', '{user name cleo} @all mail cleo@parley.example'],
      ['~general and ~~struck~~', '{channel name general} and ~~struck~~'],
      ['<https://a.example|page>', '[page](https://a.example)'],
      ['~~~\n@cleo\n~~~', '~~~\n@cleo\n~~~'],
      ['| a | b |\n|---|---|\n| 1 | 2 |', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ],
  ],
  [
    'Rocket.Chat',
    rocketchatMarkdown,
    [
      ['*b* **b** _i_ ~s~ `*c*`', '**b** **b** *i* ~~s~~ `*c*`'],
      ['@here [x](https://a.example)', '@here [x](https://a.example)'],
    ],
  ],
  [
    'cards',
    (text) => cardMarkdown(text, [{ name: 'Cleo', email: 'cleo@parley.example' }]),
    [
      ['<at>Cleo</at> <at>Dov</at>', '{email cleo@parley.example} {user name Dov}'],
      ['one<br>two', 'one\ntwo'],
      ['`a<br>b`', '`a<br>b`'],
    ],
  ],
]

describe.each(TABLES)('the markup of %s', (_, convert, cases) => {
  test.each(cases)('%j becomes %j', (from, to) => {
    expect(visibleText(convert(from))).toBe(to)
  })
})

test('no sender can write a mark for a user', () => {
  const forged = '\u{f0001}everyone\u{f0004}x\u{f0004}y\u{f0002}'
  for (const [, convert] of TABLES) expect(withReferences(convert(forged), () => 'MENTION')).toBe('everyonexy')
})

test('the time grows with the length of a text', () => {
  for (const [, convert] of TABLES)
    for (const piece of ['*', '_', '`', '<', '[', '\\', '@a', '~', '<!a', '](', '*_~', '```\n'])
      expect(convert(piece.repeat(20_000)).length).toBeLessThan(200_000)
})
