import { describe, expect, test } from 'vitest'
import { matchesSearch } from '../../src/domain/messages/search/match-rules'
import { parseQuery } from '../../src/tokenizer/query'
import type { Term } from '../../web/routes/terms'
import { Replica } from '../../web/replica/replica'
import { correctionsOf } from '../../web/replica/search/corrections'
import { planSearch } from '../../web/replica/search/search-plan'
import { KeptSearch } from '../../web/replica/search/kept-search'
import type { Row } from '../../web/replica/kept'
import { MemoryStorage } from '../support/memory-storage'

const CHANNEL = 7
const ME = 1
const STATE = { user_id: ME, subscribed: [CHANNEL], starred: [], unread: [] }
const sender = (sender_id: number) => ({
  sender_id,
  sender_email: '',
  sender_full_name: '',
  sender_realm_str: '',
  avatar_url: null,
})

type Written = { id: number; text: string; topic?: string; by?: number; reactions?: number }

const row = ({ id, text, topic = 'lunch', by = 5, reactions = 0 }: Written): Row => ({
  kept: {
    id,
    sender_id: by,
    timestamp: 1_700_000_000 + id,
    content: `<p>${text}</p>`,
    ...(reactions > 0
      ? {
          reactions: [
            { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' as const, user_id: ME },
          ],
        }
      : {}),
  },
  sender: sender(by),
  conversation: {
    type: 'stream',
    stream_id: CHANNEL,
    subject: topic,
    recipient_id: 14,
    display_recipient: 'general',
    topic_links: [],
  },
})

async function replicaWith(messages: readonly Written[], storage = new MemoryStorage()) {
  const replica = await Replica.open(storage, 'session')
  await replica.put(messages.map(row))
  replica.core.from = 0
  await replica.commit()
  return { replica, storage, search: new KeptSearch(storage) }
}

const searching = (text: string): Term => ({ operator: 'search', operand: text })
const idsOf = async (
  search: KeptSearch,
  terms: Term[],
  more: { most?: number; sent_from?: number; sent_before?: number } = {},
) => (await search.find({ terms, state: STATE, most: 1000, ...more }))?.matches.map(({ id }) => id)

describe('a search in what a browser keeps', () => {
  const WORDS = [
    'meeting',
    'meetings',
    'Übung',
    '今日は雨です',
    'дом',
    'дома',
    'release',
    'released',
    'मौसम',
    '雨',
    'tea',
    'שלום',
  ]
  const word = (n: number) => WORDS[n % WORDS.length]!
  const drawn = (seed: number): Written => ({
    id: 1 + seed * 3,
    text: [seed, seed >> 2, seed * 7, seed * 11].map(word).join(' '),
    topic: `${word(seed >> 4)} plan`,
    by: 5 + (seed % 3),
  })

  test.each(['waiting', 'indexed', 'merged'])(
    '118. finds what reading all messages finds, with its words %s',
    async (form) => {
      const messages = Array.from({ length: 900 }, (_, nth) => drawn(nth))
      const { replica, search, storage } = await replicaWith(form === 'merged' ? [] : messages)
      if (form === 'indexed') while (replica.index.waiting.size > 0) await replica.indexSome()
      if (form === 'merged')
        for (let at = 0; at < messages.length; at += 50) {
          await replica.put(messages.slice(at, at + 50).map(row))
          await replica.commit()
          await replica.indexSome()
        }
      expect(replica.index.waiting.size).toBe(form === 'waiting' ? messages.length : 0)
      const levels = new Set(replica.core.units?.map(({ level }) => level))
      expect([...levels].toSorted((a, b) => a - b)).toEqual(form === 'merged' ? [0, 1] : form === 'indexed' ? [0] : [])
      for (const text of [
        ...WORDS,
        '今',
        '日は',
        'plan tea',
        'дом release',
        '"tea meeting"',
        'nothing',
        'TEA Übung 雨',
      ])
        for (const excluded of [undefined, 'tea']) {
          const required = [parseQuery(text)]
          const expected = { required, excluded: excluded === undefined ? [] : [parseQuery(excluded)] }
          const terms = [
            searching(text),
            ...(excluded === undefined ? [] : [{ ...searching(excluded), negated: true as const }]),
          ]
          const all = messages
            .map(row)
            .filter(({ kept, conversation }) =>
              matchesSearch(expected, conversation.subject, { rendered_content: kept.content }),
            )
          expect(await idsOf(search, terms), text).toEqual(all.map(({ kept }) => kept.id).reverse())
        }
      expect(storage.keys().filter((key) => key.startsWith('w')).length > 0).toBe(form === 'waiting')
    },
  )

  test('forgets the words of messages that were changed, moved or removed, and finds the new ones', async () => {
    const { replica, search } = await replicaWith([
      { id: 1, text: 'alpha' },
      { id: 2, text: 'alpha' },
      { id: 3, text: 'alpha' },
    ])
    await replica.indexSome()
    await replica.change([1], (kept) => ({ ...kept, content: '<p>beta</p>' }))
    await replica.remove([2])
    await replica.relocate([3], { stream_id: CHANNEL, subject: 'gamma plan' })
    await replica.commit()
    expect(await idsOf(search, [searching('alpha')])).toEqual([3])
    expect(await idsOf(search, [searching('beta')])).toEqual([1])
    expect(await idsOf(search, [searching('gamma alpha')])).toEqual([3])
    await replica.indexSome()
    expect(await idsOf(search, [searching('beta')])).toEqual([1])
    await replica.put([row({ id: 9, text: 'beta', topic: 'new topic' })])
    await replica.commit()
    expect(await idsOf(search, [searching('beta')])).toEqual([9, 1])
    expect(await idsOf(search, [searching('new')])).toEqual([9])
  })

  test('answers operators, times and pages', async () => {
    const { replica, search } = await replicaWith([
      { id: 1, text: 'tea', by: 5 },
      { id: 2, text: 'tea', by: 6, topic: 'other' },
      { id: 4000, text: 'tea', by: 5, reactions: 1 },
    ])
    await replica.indexSome()
    const channel: Term = { operator: 'channel', operand: CHANNEL }
    expect(await idsOf(search, [channel])).toEqual([4000, 2, 1])
    expect(await idsOf(search, [channel, { operator: 'sender', operand: 5 }])).toEqual([4000, 1])
    expect(await idsOf(search, [{ operator: 'sender', operand: 5, negated: true }])).toEqual([2])
    expect(await idsOf(search, [{ operator: 'has', operand: 'reaction' }])).toEqual([4000])
    expect(await idsOf(search, [{ operator: 'topic', operand: 'OTHER' }])).toEqual([2])
    expect(await idsOf(search, [channel], { sent_before: 1_700_000_003 })).toEqual([2, 1])
    expect(await idsOf(search, [channel], { sent_from: 1_700_000_002 })).toEqual([4000, 2])
    const page = await search.find({ terms: [channel], state: STATE, most: 2 })
    expect(page).toMatchObject({ next: 2, isExact: true, searched: 3, matches: [{ id: 4000 }, { id: 2 }] })
    const rest = await search.find({ terms: [channel], state: STATE, most: 2, before: 2 })
    expect(rest).toMatchObject({ next: null, matches: [{ id: 1 }] })
  })

  test('leaves to the server what a replica cannot know', async () => {
    const { search } = await replicaWith([{ id: 1, text: 'tea' }])
    const inChannel = (operand: number): Term => ({ operator: 'channel', operand })
    for (const terms of [
      [inChannel(8)],
      [{ operator: 'channels', operand: 'public' }],
      [{ operator: 'is', operand: 'nonsense' }],
      [searching(' ')],
      [inChannel(CHANNEL), { operator: 'is', operand: 'dm' }],
    ])
      expect(await idsOf(search, terms)).toBeUndefined()
    const exactness = async (terms: Term[]) => (await search.find({ terms, state: STATE, most: 1 }))?.isExact
    expect(await exactness([searching('tea')])).toBe(false)
    expect(await exactness([inChannel(CHANNEL), { operator: 'has', operand: 'link' }])).toBe(false)
    expect(await exactness([inChannel(CHANNEL), searching('tea')])).toBe(true)
  })

  test('the index has no word as it was written', async () => {
    const { replica, storage } = await replicaWith([{ id: 1, text: 'confidential' }])
    await replica.indexSome()
    await replica.remove([1])
    await replica.commit()
    expect(storage.keys().some((key) => key.startsWith('i'))).toBe(true)
    expect(storage.dump()).not.toContain('confidential')
  })

  test('a replica of an earlier build gets its index without a request', async () => {
    const { replica, storage, search } = await replicaWith([{ id: 1, text: 'tea' }])
    delete replica.core.units
    await replica.commit()
    expect(await idsOf(search, [searching('tea')])).toBeUndefined()
    const again = await Replica.open(storage, 'session')
    expect(again.index.waiting.size).toBe(1)
    await again.indexSome()
    expect(await idsOf(search, [searching('tea')])).toEqual([1])
  })

  test('suggests words that messages have', async () => {
    const { replica, search } = await replicaWith([{ id: 1, text: 'meeting отпуск' }])
    await replica.indexSome()
    expect(await search.corrections('meetign')).toEqual(['meeting'])
    expect(await search.corrections('отпсук')).toEqual(['отпуск'])
    expect(await search.corrections('meeting')).toEqual([])
    expect(correctionsOf('雨', () => true)).toEqual([])
  })

  test('leaves to the server which messages of a channel the user received, where a term is about the user', () => {
    const channel: Term = { operator: 'channel', operand: STATE.subscribed[0]! }
    const isExact = (...terms: Term[]) => planSearch([channel, ...terms], STATE)?.isExact
    expect(isExact()).toBe(true)
    expect(isExact({ operator: 'is', operand: 'resolved' })).toBe(true)
    expect(isExact({ operator: 'is', operand: 'starred', negated: true })).toBe(false)
  })
})
