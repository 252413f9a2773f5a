import { describe, expect, test } from 'vitest'
import { AudienceChanges } from '../../src/events/gateways/audience-changes'
import { KeptList, listedWithout, numbersIn } from '../../src/events/gateways/kept-list'
import { ReceivedLists } from '../../src/events/gateways/received-lists'
import { MAX_LISTS, SentLists } from '../../src/events/gateways/sent-lists'
import { gatewayQueue } from '../support/gateway-queues'

const HTML = { variant: 'html' }
const MARKDOWN = { variant: 'markdown' }

/** Returns a list with these queues of the first gateway. */
function listOf(numbers: readonly number[]): KeptList {
  let id = 1000
  const list = new KeptList(0, (_, own) => ({ list: id++, numbers: own }))
  for (const _ of list.fill(new Map([['html', new Map([[1, [...numbers]]])]])));
  return list
}

const numbersOf = (list: KeptList, variant = 'html', gateway = 1): number[] => {
  const part = new Map(list.variants).get(variant)?.get(gateway)
  return part ? [...numbersIn(part)].sort((a, b) => a - b) : []
}

/** Returns what a gateway understands after each event that names this list. */
const received = (sent: SentLists, lists: ReceivedLists, list: KeptList, without: number[] = []) => {
  const part = new Map(list.variants).get('html')!.get(1)!
  const recipients = sent.shortened(listedWithout(part, without)!)
  const numbers = lists.find(structuredClone(recipients))!
  return { recipients, numbers: [...numbers].sort((a, b) => a - b), has: (number: number) => numbers.has(number) }
}

describe('a list of recipients', () => {
  test('has each queue in the variant in which it was put last', () => {
    const list = listOf([5, 3, 8])
    list.move(gatewayQueue(3), MARKDOWN)
    list.move(gatewayQueue(9), HTML)
    list.move(gatewayQueue(8), undefined)
    list.move(gatewayQueue(4, 2), HTML)
    expect([numbersOf(list), numbersOf(list, 'markdown'), numbersOf(list, 'html', 2)]).toEqual([[5, 9], [3], [4]])
    list.move(gatewayQueue(3), HTML)
    list.move(gatewayQueue(9), undefined)
    list.move(gatewayQueue(5), 'decided')
    expect([numbersOf(list), numbersOf(list, 'markdown'), [...list.decided.keys()]]).toEqual([[3], [], [5]])
  })

  test('to move a queue twice to the same place changes nothing', () => {
    const list = listOf([1, 2])
    for (const place of [HTML, HTML, undefined, undefined, HTML, HTML]) list.move(gatewayQueue(2), place)
    expect(numbersOf(list)).toEqual([1, 2])
  })

  test('is scattered when its queues have got variants of many names', () => {
    const list = listOf([1, 2])
    for (let number = 0; number < 64; number++) {
      expect(list.isScattered).toBe(false)
      list.move(gatewayQueue(10 + number), { variant: `of event ${number}` })
    }
    expect(list.isScattered).toBe(true)
  })

  test('begins anew when it differs much, without queues that are gone', () => {
    const list = listOf([1, 2])
    for (let number = 10; number < 100; number++) list.move(gatewayQueue(number), HTML)
    const before = new Map(list.variants).get('html')!.get(1)!.list
    list.shorten((number) => number !== 2 && number < 50)
    const part = new Map(list.variants).get('html')!.get(1)!
    expect(part.list).not.toBe(before)
    expect(part.joined.size + part.left.size).toBe(0)
    expect(part.numbers).toEqual([1, ...Array.from({ length: 40 }, (_, n) => n + 10)])
  })
})

describe('a list on its way to a gateway', () => {
  test('is sent once, and then named with its differences', () => {
    const [sent, lists, list] = [new SentLists(() => 1), new ReceivedLists(), listOf([1, 2, 3])]
    expect(received(sent, lists, list)).toMatchObject({ recipients: { numbers: [1, 2, 3] }, numbers: [1, 2, 3] })
    list.move(gatewayQueue(2), undefined)
    list.move(gatewayQueue(7), HTML)
    const later = received(sent, lists, list)
    expect(later.recipients).toEqual({ list: 1000, joined: [7], left: [2] })
    expect(later.numbers).toEqual([1, 3, 7])
    expect([1, 2, 3, 7].map((number) => later.has(number))).toEqual([true, false, true, true])
  })

  test('is named without the queues that receive another text, also if they joined it later', () => {
    const [sent, lists, list] = [new SentLists(() => 1), new ReceivedLists(), listOf([1, 2, 3])]
    list.move(gatewayQueue(7), HTML)
    const without = received(sent, lists, list, [2, 7, 99])
    expect(without.numbers).toEqual([1, 3])
    expect([2, 7].map((number) => without.has(number))).toEqual([false, false])
    expect(received(sent, lists, list).numbers).toEqual([1, 2, 3, 7])
    const part = new Map(list.variants).get('html')!.get(1)!
    expect(listedWithout(part, [1, 2, 3, 7])).toBeUndefined()
  })

  test('events that name it earlier keep their recipients when it changes', () => {
    const [sent, lists, list] = [new SentLists(() => 1), new ReceivedLists(), listOf([1, 2])]
    const earlier = received(sent, lists, list)
    list.move(gatewayQueue(2), undefined)
    list.move(gatewayQueue(5), HTML)
    received(sent, lists, list)
    expect([earlier.has(2), earlier.has(5)]).toEqual([true, false])
  })

  test('a list that neither side keeps any more is sent again', () => {
    const [sent, lists, list] = [new SentLists(() => 1), new ReceivedLists(), listOf([1, 2])]
    received(sent, lists, list)
    for (let n = 0; n < MAX_LISTS; n++) lists.find(sent.shortened({ list: n, numbers: [n], joined: [], left: [] }))
    expect(lists.find({ list: 1000 })).toBeUndefined()
    expect(received(sent, lists, list)).toMatchObject({ recipients: { numbers: [1, 2] }, numbers: [1, 2] })
  })
})

describe('changes of users', () => {
  test('are before the events after their transaction, and after the others', () => {
    const changes = new AudienceChanges()
    const position = changes.positionAt(1)
    changes.note([5])
    changes.commit(10)
    changes.note([6])
    expect(changes.since(position, 10)).toEqual({ before: [], after: [5, 6], next: position })
    expect(changes.since(position, 11)).toEqual({ before: [5], after: [6], next: position + 1 })
    changes.commit(20)
    expect(changes.since(position + 1, 20)).toEqual({ before: [], after: [6], next: position + 1 })
    expect(changes.since(position + 1, 21)).toEqual({ before: [6], after: [], next: position + 2 })
    expect(changes.positionAt(15)).toBe(position + 1)
  })

  test('that are too many make each list old, and are unknown for the events before their transaction', () => {
    for (const many of [
      (changes: AudienceChanges) => changes.note('all'),
      (changes: AudienceChanges) => changes.note(Array.from({ length: 25_000 }, (_, n) => n)),
    ]) {
      const changes = new AudienceChanges()
      const position = changes.positionAt(1)
      many(changes)
      expect(changes.since(position, 100)).toBeUndefined()
      expect(changes.areKnownAt(1_000_000)).toBe(false)
      changes.commit(10)
      expect([changes.areKnownAt(10), changes.areKnownAt(11)]).toEqual([false, true])
      expect(changes.since(changes.positionAt(11), 11)).toEqual({ before: [], after: [], next: changes.positionAt(11) })
    }
  })

  test('are forgotten, the oldest first; lists that did not apply them are old', () => {
    const changes = new AudienceChanges()
    const first = changes.positionAt(1)
    for (let id = 1; id <= 15_000; id++) {
      changes.note([id])
      changes.commit(id)
    }
    const second = changes.positionAt(15_001)
    for (let id = 15_001; id <= 21_000; id++) {
      changes.note([id])
      changes.commit(id)
    }
    expect(changes.since(first, 21_001)).toBeUndefined()
    expect(changes.since(second, 21_001)?.before).toHaveLength(6000)
    expect([changes.areKnownAt(10_000), changes.areKnownAt(10_001)]).toEqual([false, true])
  })
})
