import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { messagesInD1 as messagesTable } from '../../src/domain/messages/message-index/bodies-in-d1'
import { d1Writer } from '../../src/store/d1-tables'
import type { OutboxRow } from '../../src/store/outbox-row'
import { messagesInD1 } from '../support/outbox'

describe('a write to D1', () => {
  const row = (key: number, version: number, content: string): OutboxRow => {
    const body = { content, rendered_content: `<p>${content}</p>`, client: 'test', is_me_message: false }
    return { seq: version, target: 'messages', key, version, body: JSON.stringify(body) }
  }
  const writer = (realm_id: string) => d1Writer(env.DB, realm_id, [messagesTable]).write

  test('never replaces a newer version by an older one, in one batch or in several', async () => {
    const write = writer('versions')
    await write([row(1, 5, 'fifth'), row(2, 1, 'other')])
    await write([row(1, 3, 'third')])
    expect(await messagesInD1('versions')).toEqual([
      { id: 1, content: 'fifth' },
      { id: 2, content: 'other' },
    ])
    await write([row(1, 8, 'eighth'), row(1, 7, 'seventh'), row(2, 2, 'second'), row(2, 3, 'third')])
    expect(await messagesInD1('versions')).toEqual([
      { id: 1, content: 'eighth' },
      { id: 2, content: 'third' },
    ])
  })

  test('of an older version leaves the words of the newer one in the search index', async () => {
    const write = writer('words')
    const found = async (word: string) =>
      (await env.DB.prepare('SELECT rowid FROM messages_words WHERE messages_words MATCH ?').bind(word).all()).results
    await write([row(1, 3, 'tofu')])
    expect(await found('tofu')).toHaveLength(1)
    await write([row(1, 5, 'quark')])
    await write([row(1, 3, 'tofu')])
    expect(await found('tofu')).toEqual([])
    expect(await found('quark')).toHaveLength(1)
  })

  test('keeps every character', async () => {
    const contents = [
      '',
      'Grüße, 世界 🌍',
      '"quoted" \\ \n\t',
      "Robert'); DROP TABLE messages;--",
      'null',
      '17',
      '🧑‍🚀'.repeat(500),
    ]
    await writer('characters')(contents.map((content, n) => row(n, 1, content)))
    expect((await messagesInD1('characters')).map(({ content }) => content)).toEqual(contents)
  })

  test('has no statement above the size limit of D1, in any alphabet', async () => {
    const bound: string[] = []
    const prepare = (text: string) => {
      const statement = env.DB.prepare(text)
      return { bind: (...values: string[]) => (bound.push(...values.slice(1)), statement.bind(...values)) }
    }
    const database = withBatch(prepare, (all) => env.DB.batch(all))
    const rows = Array.from({ length: 120 }, (_, n) => row(n, 1, '世界'.repeat(5000)))

    await d1Writer(database, 'large', [messagesTable]).write(rows)

    expect(bound.length).toBeGreaterThan(1)
    for (const value of bound) expect(new TextEncoder().encode(value).length).toBeLessThan(1_000_000)
    expect(await messagesInD1('large')).toHaveLength(120)
  })

  test('reads no more rows for a message if D1 has many others', async () => {
    let read = 0
    const batch = async (all: D1PreparedStatement[]) => {
      const results = await env.DB.batch(all)
      read = results.reduce((sum, { meta }) => sum + meta.rows_read, 0)
      return results
    }
    const database = withBatch((text) => env.DB.prepare(text), batch)
    const { write } = d1Writer(database, 'growing', [messagesTable])
    const readFor = async (rows: OutboxRow[]) => (await write(rows), read)

    const first = await readFor([row(1, 1, 'one message')])
    for (let from = 2; from < 2000; from += 500)
      await write(Array.from({ length: 500 }, (_, n) => row(from + n, 1, 'one of many messages')))
    expect(await readFor([row(3000, 1, 'one message more')])).toBeLessThan(first + 20)
    expect(await readFor([row(3000, 2, 'the same message after an edit')])).toBeLessThan(first + 20)
  })
})

/** Returns a database whose statements and batches the test makes. */
const withBatch = (prepare: (text: string) => unknown, batch: (all: D1PreparedStatement[]) => Promise<D1Result[]>) =>
  ({ prepare, batch, withSession: () => ({ batch, getBookmark: () => null }) }) as unknown as D1Database
