import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readAddresses } from '../../src/outside/received/addresses'
import { readBounce } from '../../src/outside/received/bounce'
import { headerText } from '../../src/outside/received/decode-text'
import { isSignedBy } from '../../src/outside/received/dkim'
import { readEntity, valueIn } from '../../src/outside/received/header-fields'
import { readParameters } from '../../src/outside/received/header-parameters'
import { answerDns, emailBytes, signed } from '../support/emails'

// A header is read as text in which each character is a byte of UTF-8. `trim` and `\s` take the byte 0xA0 for white space.

const FOLDER = join(import.meta.dirname, '../../src/outside/received')
/** It reads text that is decoded. */
const DECODED = 'quote-rules.ts'

const config = {
  dns_url: 'https://cloudflare-dns.com/dns-query',
  outside: { allows_private: false, own_hosts: [], disabled: new Set<never>(), sendBeside: undefined },
}

/** Characters whose last byte is 0xA0, of several scripts, and others. */
const WORDS = ['voilà', 'à', 'Сервер', 'ТОВАР', 'そうだ', 'だ', 'Grüße', '㠠 㠠'] as const

describe('bytes of characters are no white space', () => {
  test.each(WORDS)('%s in a header that a program did not encode', async (word) => {
    const text = `From: ${word} <ada@example.com>\nSubject: ${word}\nX-Name: a; one=${word}; two="${word}"; three=c\n\nHello`
    const { header } = readEntity(emailBytes(text))
    expect(headerText(valueIn(header, 'subject'))).toBe(word)
    expect(readAddresses(valueIn(header, 'from'))).toEqual([{ name: word, address: 'ada@example.com' }])
    const { parameters } = readParameters(valueIn(header, 'x-name'))
    expect([...parameters]).toEqual([
      ['one', word.split(' ')[0]],
      ['two', word],
      ['three', 'c'],
    ])
    expect(headerText(`${valueIn(header, 'subject')} =?utf-8?Q?=C3=A0?=`)).toBe(`${word} à`)
  })

  test('in the reason of a bounce', () => {
    const status =
      'Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 voilà'
    const parts = `--x\nContent-Type: message/global-delivery-status\n\nReporting-MTA: dns; y\n\n${status}\n\n--x--\n`
    const bounce = readBounce(readEntity(emailBytes(`Content-Type: multipart/report; boundary=x\n\n${parts}`)))
    expect(bounce?.reason).toBe('550 voilà')
  })

  test('in any function that reads headers', () => {
    const files = globSync('*.ts', { cwd: FOLDER }).filter((file) => file !== DECODED)
    expect(files).toContain('header-fields.ts')
    const wrong = files.filter((file) =>
      /\.trim(?:Start|End)?\(|\\s(?!\\S)/.test(readFileSync(join(FOLDER, file), 'utf8')),
    )
    expect(wrong).toEqual([])
  })
})

/** The example of RFC 8463, without its second signature. */
const EXAMPLE = `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`
const KEY = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='

describe('a signature', () => {
  const required = { domain: 'football.example.com', fields: ['from', 'subject'] }

  test('with Ed25519 is that of a hash: the example of RFC 8463 is proven, and no other text', async () => {
    answerDns(['football.example.com'], KEY, 'brisbane')
    const isProven = (text: string) => isSignedBy(required, readEntity(emailBytes(text)), 1_528_637_910, config)
    expect(await isProven(EXAMPLE)).toBe(true)
    expect(await isProven(EXAMPLE.replace('dinner', 'supper'))).toBe(false)
  })

  test('covers characters that end with the byte 0xA0', async () => {
    answerDns(['football.example.com'])
    const sent = signed(emailBytes('From: joe@football.example.com\nSubject: Voilà\n\nHi'), {
      domain: 'football.example.com',
      fields: 'from:subject',
    })
    const isProven = (bytes: Uint8Array) => isSignedBy(required, readEntity(bytes), 1_528_637_910, config)
    expect(await isProven(sent)).toBe(true)
    const shorter = Buffer.from(sent).toString('latin1').replace('\xa0\r\n', '\r\n')
    expect(await isProven(new Uint8Array(Buffer.from(shorter, 'latin1')))).toBe(false)
  })
})
