import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { d1 } from '../../src/store/d1'
import { realmSql } from '../../src/store/realm-sql'
import { inStorage } from '../support/faults'
import { TestRealm } from '../support/realm'

const sources = import.meta.glob<string>('../../src/**/*.ts', { query: '?raw', import: 'default', eager: true })

/** Columns with long text from users or clients. */
const WIDE =
  /\b(?:content|rendered_content|body|facts|parsed|value|email|sent|wishes|people|note|profile_data|words|recipients|field_data|fragment|description|rendered_description|url_template|permissions|stream_ids)\b/

/** How many reads of such columns have no limit in bytes, and what limits the rows instead. */
const BOUNDED: Record<string, [number: number, why: string]> = {
  'channels/channels': [
    2,
    'a channel has one row for each time that its access changed, and 50 channels are read at once',
  ],
  'channels/subscriptions': [
    1,
    'a request names no more than 5,000 users, each with a few colours of seven characters',
  ],
  'management/channel-folders': [1, 'folders are made by administrators, each with a name and a description'],
  'management/default-channels': [1, 'groups are made by administrators'],
  'messages/holds': [
    3,
    'a hold names a hundred users and channels, there are fifty, and a list of held messages has none of their texts',
  ],
  'data/account-erasure': [1, 'it reads twenty earlier versions'],
  'data/restores': [1, 'ids are no more than were asked for'],
  'writing/drafts': [2, 'one account has no more than 2,000,000 characters of drafts'],
  'people/groups': [1, 'a group is a name, a description and permissions; their number grows with the organization'],
  'accounts/invitations': [1, 'one account has no more than 100 links, and a realm invites so many addresses a day'],
  'customization/linkifiers': [1, 'linkifiers are made by administrators'],
  'personal/navigation-views': [1, 'one account has no more than 500 views'],
  'customization/playgrounds': [1, 'an organization has no more than 200 playgrounds'],
  'accounts/profile-fields': [1, 'an organization has no more than 100 fields of 10,000 characters'],
  'realm/settings': [1, 'one row for each setting'],
  'writing/reminders': [2, 'one account has no more than 1000 reminders, each with a short note'],
  'personal/saved-snippets': [1, 'one account has no more than 200 snippets of 10,000 characters'],
  'writing/scheduled-messages': [2, 'one account has no more than 4,000,000 characters of scheduled messages'],
  'accounts/scim': [1, 'an organization has no more than two tokens, each with a short description'],
  'integrations/commands': [1, 'an organization has no more than 100 commands, each with short texts'],
  'integrations/incoming-webhooks': [1, 'the last deliveries of one bot, each cut when it is stored'],
  'realm/secrets': [1, 'a limited number of short secrets'],
  'channels/topics': [12, 'a conversation is a topic, or its participants'],
  'people/user-settings': [2, 'one row for each setting'],
  'people/push-service': [2, 'a realm has a name, addresses and a few numbers, and so many realms are read at once'],
  'people/users': [3, 'one row for each account'],
  'store/pending-rows': [4, 'read by the keys of rows whose sizes were read before'],
  'store/email-queue': [
    2,
    'no more than 200 emails are kept in the mailbox of a development server, and 20 are sent at a time',
  ],
  'events/event-log': [1, 'the latest events of one kind, so many at most'],
}

const textsIn = (source: string, pattern: RegExp): [string, string][] =>
  [...source.matchAll(pattern)].map(([, name, text]) => [name!, text!])

const exportedTexts = Object.values(sources).flatMap((source) =>
  textsIn(source, /export const (\w+) = sqlText`([^`]*)`/g),
)

/** The reads of these columns that have no limit in bytes. */
const reads = Object.entries(sources).flatMap(([path, source]) =>
  [...withSharedTexts(source).matchAll(/\.all(?:<[^`]*?>)?\s*`([^`]*)`/g)]
    .filter(([, statement]) => WIDE.test(statement!.split(/\bFROM\b/)[0]!))
    .map(([, statement]) => ({ place: placeOf(path), statement: statement!.replace(/\s+/g, ' ') })),
)

/** A module with its lists of columns, which it or another module writes with `sqlText`, put into its statements. */
function withSharedTexts(source: string): string {
  const texts = new Map([...exportedTexts, ...textsIn(source, /const (\w+) = sqlText`([^`]*)`/g)])
  return source.replaceAll(/\$\{(\w+)\}/g, (part, name: string) => texts.get(name) ?? part)
}

function placeOf(path: string): string {
  return /\/domain\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? /src\/(.*)\.ts$/.exec(path)![1]!
}

describe('reads of long texts', () => {
  test('are limited in bytes, or something else limits their rows', () => {
    expect(reads.length).toBeGreaterThan(10)
    const found = Map.groupBy(reads, ({ place }) => place)
    const differing = [...new Set([...found.keys(), ...Object.keys(BOUNDED)])].filter(
      (place) => (found.get(place)?.length ?? 0) !== BOUNDED[place]?.[0],
    )
    expect(
      differing.map((place) => found.get(place) ?? place),
      'Read with sql.upTo or sql.cutAt, or add to BOUNDED what limits it',
    ).toEqual([])
  })

  test('throw in tests if they hold more than a ceiling', async () => {
    const long = 'x'.repeat(600)
    await inStorage(new TestRealm('reads-ceiling'), ({ storage }) => {
      const sql = realmSql(storage.sql, 1000)
      expect(() => sql.all`SELECT ${long} AS text`).toThrow('needs a limit: SELECT ? AS text')
      expect(sql.all`SELECT ${'x'.repeat(400)} AS text`).toHaveLength(1)
      expect(realmSql(storage.sql).all`SELECT ${long} AS text`).toHaveLength(1)
    })
    await expect(d1(env.DB, 1000).all`SELECT ${long} AS text`).rejects.toThrow('needs a limit: SELECT ? AS text')
    expect(await d1(env.DB).all`SELECT ${long} AS text`).toHaveLength(1)
  })

  test('end before the row that exceeds the limit, and return that they are cut', async () => {
    await inStorage(new TestRealm('reads-cut'), ({ storage }) => {
      const sql = realmSql(storage.sql)
      const rows = JSON.stringify(['a', 'b', 'c'].map((character) => character.repeat(100)))
      const firstOf = (most: number) =>
        sql.cutAt<{ value: string }>(most)`SELECT value FROM json_each(${rows})`.rows.map(({ value }) => value[0])
      expect(firstOf(10_000)).toEqual(['a', 'b', 'c'])
      expect(firstOf(500)).toEqual(['a', 'b'])
      expect(firstOf(0)).toEqual(['a'])
      expect(sql.cutAt(0)`SELECT value FROM json_each(${rows})`.isCut).toBe(true)
      expect(sql.cutAt(10_000)`SELECT value FROM json_each(${rows})`.isCut).toBe(false)
      expect(sql.upTo(0)`SELECT value FROM json_each(${rows}) WHERE false`).toEqual([])
    })
  })
})
