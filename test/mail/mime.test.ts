import { describe, expect, test } from 'vitest'
import { headerText, mimeMessage, type MimeEmail } from '../../src/outside/mime'
import { extensionsIn, isAddressRefused, smtpServerOf, withStuffedDots } from '../../src/outside/smtp-rules'

const EMAIL: MimeEmail = {
  from: { email: 'noreply@example.com', name: 'Ada "A" \\, Acme' },
  to: 'dov@example.com',
  subject: 'Lunch',
  text: `Grüße\n${'x'.repeat(200)}`,
  html: '<p>Grüße</p>',
  headers: { References: '<c1@example.com>' },
  message_id: '<1@example.com>',
  date: new Date('2026-11-20T09:08:07Z'),
}

describe('mimeMessage', () => {
  test('writes headers and two parts, in lines that every server accepts', () => {
    const message = new TextDecoder().decode(mimeMessage(EMAIL, 'the-boundary'))
    const lines = message.split('\r\n')
    expect(lines.slice(0, 9)).toEqual([
      'From: "Ada \\"A\\" \\\\, Acme" <noreply@example.com>',
      'To: <dov@example.com>',
      'Subject: Lunch',
      'Date: Fri, 20 Nov 2026 09:08:07 +0000',
      'Message-ID: <1@example.com>',
      'References: <c1@example.com>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="the-boundary"',
      '',
    ])
    expect(lines.filter((line) => line.startsWith('--the-boundary'))).toEqual([
      '--the-boundary',
      '--the-boundary',
      '--the-boundary--',
    ])
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78)
    expect(message).toMatch(/^[\x20-\x7e\r\n]*$/)
    expect(message).not.toMatch(/[^\r]\n/)
    const [, text] = message.split('base64\r\n\r\n')
    const decoded = new TextDecoder().decode(Uint8Array.fromBase64(text!.split('--')[0]!.replaceAll('\r\n', '')))
    expect(decoded).toBe(EMAIL.text.replaceAll('\n', '\r\n'))
  })
})

describe('headerText', () => {
  test.for(['Grüße', '🎉'.repeat(60), 'a\ud800b', '=?utf-8?B?eA==?= is no encoded word'])('encodes %j', (text) => {
    const words = headerText(text).split('\r\n ')
    expect(words.every((word) => /^=\?utf-8\?B\?[A-Za-z0-9+/=]+\?=$/.test(word) && word.length <= 75)).toBe(true)
    const decoded = words.map((word) => new TextDecoder().decode(Uint8Array.fromBase64(word.slice(10, -2))))
    expect(decoded.join('')).toBe(text.toWellFormed())
  })
})

describe('smtpServerOf', () => {
  test('reads the server and the account', () => {
    expect(smtpServerOf('smtps://ada%40example.com:p%3Aw@mail.example.com', 'acme.example')).toEqual({
      host: 'mail.example.com',
      port: 465,
      isEncrypted: true,
      user: 'ada@example.com',
      password: 'p:w',
      own_name: 'acme.example',
    })
    expect(smtpServerOf('smtp://mail.example.com:2525', 'x')).toMatchObject({
      port: 2525,
      isEncrypted: false,
      user: '',
    })
    expect(smtpServerOf('smtp://mail.example.com', 'x').port).toBe(587)
    for (const wrong of ['', 'mail.example.com', 'https://mail.example.com', 'smtp://'])
      expect(() => smtpServerOf(wrong, 'x')).toThrow('SMTP_URL')
  })
})

test('a line that begins with a dot gets another one', () => {
  const stuffed = (text: string) => new TextDecoder().decode(withStuffedDots(new TextEncoder().encode(text)))
  expect(stuffed('.\r\n.a\r\nb.\r\n..\r\n')).toBe('..\r\n..a\r\nb.\r\n...\r\n')
})

test('extensions are read without regard to case', () => {
  const extensions = extensionsIn({ code: 250, lines: ['mail.example.com', 'auth plain LOGIN', 'STARTTLS'] })
  expect([...extensions]).toEqual([
    ['AUTH', 'PLAIN LOGIN'],
    ['STARTTLS', ''],
  ])
})

const REPLIES: [code: number, line: string, isRefused: boolean][] = [
  [550, '5.1.1 No such user', true],
  [550, 'No such user', true],
  [554, '5.2.1 Mailbox disabled', true],
  [552, '5.2.2 Mailbox full', false],
  [550, '5.7.1 Relaying denied', false],
  [452, '4.2.2 Mailbox full', false],
  [554, 'Refused', false],
]
test.for(REPLIES)('%i %s: the address is refused for ever: %s', ([code, line, isRefused]) => {
  expect(isAddressRefused({ code, lines: [line] })).toBe(isRefused)
})
