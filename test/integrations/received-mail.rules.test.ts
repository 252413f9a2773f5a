import { describe, expect, test } from 'vitest'
import {
  contentOf,
  isForwarded,
  linkToFile,
  topicOfSubject,
  withoutWildcards,
} from '../../src/domain/integrations/received-mail/content-rules'
import { htmlToMarkdown } from '../../src/outside/received/html/html-to-markdown'
import { readAddresses } from '../../src/outside/received/addresses'
import { isAutomatic, isBounce, isLoop } from '../../src/outside/received/automatic-rules'
import { decodeText, headerText } from '../../src/outside/received/decode-text'
import { readContents } from '../../src/outside/received/email-parts'
import { readEntity, UnreadableEmail, valueIn } from '../../src/outside/received/header-fields'
import { readParameters } from '../../src/outside/received/header-parameters'
import { ownText } from '../../src/outside/received/quote-rules'
import { isOurs, mailAddress, readMailAddress } from '../../src/store/mail-addresses'
import { emailBytes } from '../support/emails'

const headerOf = (text: string) => readEntity(emailBytes(`${text}\n\nHello`)).header

describe('an email address of the realm', () => {
  const secrets = { deployment_secret: 'a secret', realm_name: 'acme' }
  const gateway = { mail_gateway: 'in.example.net', secrets }
  const purpose = { kind: 'channel', stream_id: 42, creator_id: 7, sender_id: 8, version: 0 } as const
  const options = { slug: 'soup-kitchen', options: ['show-sender'] } as const

  test('has the facts, a code and its options, and is read again however a program writes it', () => {
    const address = mailAddress(gateway, purpose, options)!
    expect(address).toMatch(/^soup-kitchen\.c16-7-8-0-[0-9a-f]{20}-acme\.show-sender@in\.example\.net$/)
    const read = readMailAddress(address.toUpperCase().replaceAll('.SHOW', '+SHOW'), 'in.example.net')!
    expect(read).toMatchObject({ purpose, realm_name: 'acme', options: ['show-sender'] })
    expect(isOurs(read, secrets)).toBe(true)
  })

  test('has at most 64 characters before the @; without space for them there is no address', () => {
    const long = (length: number) =>
      mailAddress({ ...gateway, secrets: { ...secrets, realm_name: 'a'.repeat(length) } }, purpose, options)
    expect(long(20)?.indexOf('@')).toBeLessThanOrEqual(64)
    expect([long(20) === undefined, long(40)]).toEqual([false, undefined])
    expect(mailAddress({ mail_gateway: '', secrets }, purpose)).toBeUndefined()
    expect(mailAddress({ ...gateway, secrets: { ...secrets, deployment_secret: '' } }, purpose)).toBeUndefined()
  })

  test.each([
    ['general@in.example.net'],
    ['c16-7-8-0-00000000000000000000@in.example.net'],
    ['c16-7-8-0-00000000000000000000-acme@elsewhere.example'],
    ['r16-7-8-0-00000000000000000000-acme@in.example.net'],
  ])('is not %s', (address) => {
    expect(readMailAddress(address, 'in.example.net')).toBeUndefined()
  })
})

describe('a header', () => {
  test('joins its lines, and the first field of a name counts', () => {
    expect(valueIn(headerOf('Subject: one\n two\nsubject: other\nnot a field'), 'subject')).toBe('one two')
  })

  test.each([
    ['=?utf-8?B?R3LDvMOfZQ==?=', 'Grüße'],
    ['=?iso-8859-1?Q?Gr=FC=DFe_aus?= =?iso-8859-1?Q?_K=F6ln?=', 'Grüße aus Köln'],
    ['=?utf-8?q?=F0=9F?= =?utf-8?q?=8D=B2?= soup', '🍲 soup'],
    ['=?utf-8?b?5pel5pw=?= =?UTF-8*ja?B?rOiq?= =?utf-8?q?=9E?=', '日本語'],
    ['=?utf-8?q?=F0=9F?= =?iso-8859-1?q?=FC?=', 'ðŸü'],
    ['=?utf-8?q?a=3Db_=_c?=', 'a=b = c'],
    ['=?iso-2022-jp?B?GyRCJDMkcyRLJEEkTxsoQg==?=', 'こんにちは'],
    ['=?unknown?Q?caf=C3=A9?=', 'café'],
    ['a =?broken', 'a =?broken'],
  ])('has the text of %s', (value, text) => {
    expect(headerText(value)).toBe(text)
  })

  test('has addresses, with names and without comments', () => {
    expect(
      readAddresses('"Levi, Dov" <dov@example.com>, (boss) ada@example.com (Ada), =?utf-8?Q?J=C3=B6?= <jo@x.test>'),
    ).toEqual([
      { name: 'Levi, Dov', address: 'dov@example.com' },
      { name: '', address: 'ada@example.com' },
      { name: 'Jö', address: 'jo@x.test' },
    ])
    expect(readAddresses('undisclosed-recipients:;')).toEqual([])
  })

  test('has parameters, also split and encoded ones', () => {
    const { value, parameters } = readParameters(
      `Attachment; filename="plain.txt"; filename*0*=UTF-8''%e2%82%ac; filename*1=" rates"; x=1; x=2`,
    )
    expect([value, parameters.get('filename'), parameters.get('x')]).toEqual(['attachment', '€ rates', '1'])
  })
})

describe('the text of an email', () => {
  const textOf = (bytes: Uint8Array) => readContents(readEntity(bytes)).texts[0]?.text
  const encoded = (header: string, body: Uint8Array) =>
    new Uint8Array(Buffer.concat([Buffer.from(`${header}\r\n\r\n`), body]))

  test.each([
    ['iso-8859-1', [0x47, 0x72, 0xfc, 0xdf], 'Grüß'],
    ['koi8-r', [0xf3, 0xd5, 0xd0], 'Суп'],
    ['shift_jis', [0x83, 0x58, 0x81, 0x5b, 0x83, 0x76], 'スープ'],
    ['utf-8', [0xe2, 0x82, 0xac], '€'],
    ['utf-8', [0x80], '€'],
    ['no-such-charset', [0x61], 'a'],
  ])('is decoded from %s', (charset, bytes, text) => {
    expect(decodeText(new Uint8Array(bytes), charset)).toBe(text)
    expect(textOf(encoded(`Content-Type: text/plain; charset=${charset}`, new Uint8Array(bytes)))).toBe(text)
  })

  test('is decoded from quoted-printable and Base64, also with faults', () => {
    const body = (encoding: string, text: string) =>
      textOf(encoded(`Content-Transfer-Encoding: ${encoding}`, new Uint8Array(Buffer.from(text))))
    expect(body('quoted-printable', 'so=\r\nup =C3=A9 = =ZZ a=b=  \r\nend=')).toBe('soup é = =ZZ a=bend')
    expect(body('BASE64', 'c291\r\ncCE=\r\n')).toBe('soup!')
  })
})

describe('the author is a program', () => {
  test.each([
    ['Auto-Submitted: auto-replied', 'a@b.c'],
    ['Precedence: bulk', 'a@b.c'],
    ['X-Auto-Response-Suppress: All', 'a@b.c'],
    ['List-Id: <soup.example.com>', 'a@b.c'],
    ['Content-Type: multipart/report; report-type=delivery-status; boundary=b', 'a@b.c'],
    ['Subject: Undeliverable', ''],
    ['Return-Path: <>', 'a@b.c'],
  ])('%s', (header, from) => {
    expect(isAutomatic(headerOf(header), from)).toBe(true)
  })

  test('not if nothing says so', () => {
    expect(isAutomatic(headerOf('Auto-Submitted: no\nSubject: Re: soup'), 'a@b.c')).toBe(false)
    expect([isBounce(headerOf('Subject: x'), '<>'), isBounce(headerOf('Subject: x'), 'a@b.c')]).toEqual([true, false])
  })

  test('an email of this server, or one that was passed on too often, goes in a circle', () => {
    const received = Array.from({ length: 41 }, () => 'Received: from a by b').join('\n')
    expect(isLoop(headerOf('X-Parley-Email: yes'))).toBe(true)
    expect([isLoop(headerOf(received)), isLoop(headerOf('Received: from a by b'))]).toEqual([true, false])
  })
})

describe('the text without its quote', () => {
  const withoutQuote = (text: string) => ownText(text, { quotes: false, footer: false })

  test.each([
    ['an answer above', 'Yes\n\nOn Friday, Ada <ada@x.test> wrote:\n> Soup?', 'Yes'],
    ['an answer below', 'Am 1.2.26 um 10:00 schrieb Ada:\n> Soup?\n\nYes', 'Yes'],
    ['answers in between', '> Soup?\nYes\n> Bread?\nNo', '> Soup?\nYes\n> Bread?\nNo'],
    ['a separator', 'Yes\n\n-----Ursprüngliche Nachricht-----\nVon: Ada', 'Yes'],
    ['a header', 'Yes\n________________________________\nFrom: Ada\nSent: today\nTo: Dov\nSubject: Soup', 'Yes'],
    ['only a quote', '> Soup?', '> Soup?'],
    ['a signature', 'Yes\n-- \nDov', 'Yes'],
    ['several marks', 'a\n--\nb\n--\nc', 'a\n--\nb\n--\nc'],
    ['the name of a phone', 'Yes\n\nVon meinem iPhone gesendet', 'Yes'],
    ['words that only look like a header', 'From: the kitchen\nYes', 'From: the kitchen\nYes'],
    ['a sentence with "wrote:" in the middle', 'As Ada wrote:\nsoup', 'As Ada wrote:\nsoup'],
  ])('%s', (_, text, own) => {
    expect(withoutQuote(text)).toBe(own)
  })

  test('is found in time that grows with the length of a line', () => {
    const line = `On <${'@'.repeat(100_000)}:`
    expect(withoutQuote(`Yes\n${line}`)).toBe(`Yes\n${line}`)
  })

  test('keeps what the options ask for', () => {
    const text = 'Yes\n\nOn Friday, Ada wrote:\n> Soup?\n-- \nDov'
    expect(ownText(text, { quotes: true, footer: true })).toBe(text.replace('-- ', '--'))
    expect(ownText(text, { quotes: false, footer: true })).toBe('Yes\n--\nDov')
  })
})

describe('HTML as Markdown', () => {
  test.each([
    ['<p>a <b>b </b>c</p><p>d</p>', 'a **b** c\n\nd'],
    ['<ol><li>a<ul><li>b</ul><li>c</ol>', '1. a\n  * b\n2. c'],
    ['<blockquote>a<br>b</blockquote>c', '> a\n> b\n\nc'],
    ['<pre>a\n  b</pre>', '```\na\n  b\n```'],
    ['<h2>Soup &amp; bread</h2>x', '## Soup & bread\n\nx'],
    ['<a href="javascript:alert(1)">x</a> <a href="https://x.test/a">y</a>', 'x [y](https://x.test/a)'],
    ['<a href="https://x.test/">https://x.test</a>', 'https://x.test/'],
    ['<style>a{}</style><script>x</script><!-- y --><p style="display:none">hidden</p>z', 'z'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['<table><tr><th>a<td>b<tr><td>c<td>d</table>e', 'a b\nc d\ne'],
    ['<img src="https://x.test/spy.gif"><img alt="soup" src=x>', 'soup'],
    ['a < b <unclosed', 'a < b'],
  ])('%s', (source, markdown) => {
    expect(htmlToMarkdown(source)).toBe(markdown)
  })

  test('has a limited size: one long text is cut, and quotes in quotes end', () => {
    const lines = 'a\n'.repeat(500_000)
    const markdown = htmlToMarkdown(`${'<blockquote>'.repeat(199)}<pre>${lines}`)
    expect(markdown.length).toBeLessThan(2_000_000)
    expect(markdown.startsWith('> '.repeat(10))).toBe(true)
    expect(markdown.startsWith('> '.repeat(11))).toBe(false)
  })

  test('ends a hidden element at its own end', () => {
    expect(htmlToMarkdown('<div hidden><b>x<i>y</b></i></u><div>z</div></div>seen')).toBe('seen')
  })
})

describe('a message', () => {
  test.each([
    ['Re: AW: Fwd: Soup', 'Soup'],
    ['RE[2]: Soup', 'Soup'],
    [' \u0000\u200b', 'Email with no subject'],
    ['Re:', 'Email with no subject'],
    ['Release: now', 'Release: now'],
  ])('with the subject %j has the topic %s', (subject, topic) => {
    expect(topicOfSubject(subject)).toBe(topic)
  })

  test('keeps the links to its files when its text is cut', () => {
    const content = contentOf({ body: 'x'.repeat(20_000), links: ['[a](/user_uploads/1/a)'] })
    expect([content.length, content.endsWith('\n[message truncated]\n\n[a](/user_uploads/1/a)')]).toEqual([
      10_000,
      true,
    ])
    expect(contentOf({ body: ' ', links: [] })).toBe('(No email body)')
    const sender = { from: '', from_name: '' }
    expect(contentOf({ sender, body: ' ', links: ['[a](/b)'] })).toBe('From: a sender without an address\n\n[a](/b)')
  })

  test('shows names from outside as they are', () => {
    expect(contentOf({ sender: { from: 'x@y.z', from_name: '@**all** `' }, body: 'a', links: [] })).toBe(
      'From: `@**all**  <x@y.z>`\n\na',
    )
    expect(linkToFile({ name: 'a](https://evil.test)[', path_id: '1/a' })).toBe(
      '[ahttps://evil.test](/user_uploads/1/a)',
    )
    expect(withoutWildcards('@**all** @**Everyone** @**Dov**')).toBe('@_**all** @_**Everyone** @**Dov**')
    expect([isForwarded('Fwd: x'), isForwarded('Re: x')]).toEqual([true, false])
  })
})

describe('an email that is too large for its kind', () => {
  const parts = (count: number) => `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(count)}--b--`

  test('with too many parts, too deep ones, or a header without end is refused', () => {
    expect(readContents(readEntity(emailBytes(parts(100)))).texts).toHaveLength(100)
    expect(() => readContents(readEntity(emailBytes(parts(300_000))))).toThrow(UnreadableEmail)
    const deep = Array.from({ length: 30 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`)
    expect(() => readContents(readEntity(emailBytes(deep.join(''))))).toThrow(UnreadableEmail)
    expect(() => readEntity(emailBytes(`X: ${'x'.repeat(300_000)}\n\n`))).toThrow(UnreadableEmail)
    expect(() => readEntity(emailBytes(`${'X: y\n'.repeat(600)}\n`))).toThrow(UnreadableEmail)
  })

  test('has at most 25 files, and text of a limited size', () => {
    const file = '--b\nContent-Type: image/png\n\nx\n'
    const { files } = readContents(
      readEntity(emailBytes(`Content-Type: multipart/mixed; boundary=b\n\n${file.repeat(60)}--b--`)),
    )
    expect(files).toHaveLength(25)
    const { texts } = readContents(readEntity(emailBytes(`Subject: x\n\n${'\n'.repeat(2_000_000)}`)))
    expect(texts[0]?.text?.length).toBeLessThanOrEqual(131_072)
  })
})
