import * as v from 'valibot'
import { checkFields } from '../api/check-declaration'
import { nameOfKind, type NewEvent, type AnyEventKind, type AudiencePart } from './event'
import type { Queue } from './queue'

/**
 * Tests and development compare each event with its declaration, because the API's documentation is made of declarations:
 * its fields, its recipients, and the client options it depends on.
 */
export function checkEvent(kind: AnyEventKind, json: string): void {
  const header = {
    type: v.literal(kind.type),
    ...(kind.op === undefined ? {} : { op: v.literal(kind.op) }),
    id: v.number(),
  }
  const event: object = JSON.parse(json)
  checkFields(`Event ${nameOfKind(kind)}`, { ...header, ...kind.fields }, event)
}

/** Throws when an event is published to an audience kind that it does not declare. */
export function checkRecipients({ kind }: NewEvent, audience: readonly AudiencePart[]): void {
  const undeclared = audience.find((part) => !(part.kind in kind.recipients))
  if (undeclared)
    throw new Error(`Event ${nameOfKind(kind)} is published to ${undeclared.kind}, against its declaration`)
}

/** Returns the queue. Reading a client option that `declared` does not list throws. */
export function watchReads(queue: Queue, reader: string, declared: readonly string[] = []): Queue {
  const check = (option: string) => {
    if (!declared.includes(option)) throw new Error(`${reader} depends on ${option}, against its declaration`)
  }
  const checkOfQueue = (name: string) => (QUEUE_OPTIONS.includes(name) ? check(name) : undefined)
  const capabilities = () => watched(queue.client.capabilities, check)
  const client = () => watched(queue.client, check, { capabilities })
  return watched(queue, checkOfQueue, { client })
}

const QUEUE_OPTIONS = ['event_types', 'all_public_streams', 'narrow']

/** Returns the object. Each read calls `check` first, except for the members that `inner` returns instead. */
const watched = <Watched extends object>(
  object: Watched,
  check: (name: string) => void,
  inner: Record<string, () => unknown> = {},
): Watched =>
  new Proxy(object, {
    get(target, name) {
      if (typeof name !== 'string') return Reflect.get(target, name)
      const replace = inner[name]
      if (replace) return replace()
      check(name)
      return Reflect.get(target, name)
    },
  })
