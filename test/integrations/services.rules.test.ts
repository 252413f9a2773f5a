import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/errors'
import { normalizeContent } from '../../src/domain/messages/message-index/rules'
import { truncateTopicName } from '../../src/domain/channels/topics/rules'
import { withReferences } from '../../src/integrations/references'
import { interpret } from '../../src/integrations/interpret'
import { findIntegration, SERVICES } from '../../src/integrations/services'
import { deliveryOf } from '../../src/integrations/delivery'

/** Deliveries as services send them, with the message that people see. See NOTICE. */
type Case = {
  name: string
  query: string
  headers?: Record<string, string>
  content_type?: string
  body: string
  nothing?: boolean
  direct?: boolean
  topic?: string
  message?: string
}

/** The users of the realm in which the messages were recorded. */
const PEOPLE: Record<string, string> = { 'othello@zulip.com': 'Othello, the Moor of Venice' }

const FOLDER = join(import.meta.dirname, '../fixtures/webhooks')
const casesOf = (service: string): Case[] => JSON.parse(readFileSync(join(FOLDER, `${service}.json`), 'utf8'))
/** When the messages were recorded whose texts depend on the time. */
const NOW: Record<string, number> = { beeminder: 1_517_739_100, stripe: 1_480_672_088 }

/** A case with an empty message is a delivery that must be refused. */
const REFUSED = { refused: 'for any reason' }
const NOTHING = { nothing: true }
const ONLY = (process.env.SERVICE ?? '').split(',').filter(Boolean)
const recorded = readdirSync(FOLDER).map((file) => file.replace('.json', ''))
const services = ONLY.length > 0 ? ONLY : SERVICES.filter((service) => recorded.includes(service))

async function messageOf(service: string, { query, headers = {}, content_type = 'application/json', body }: Case) {
  const integration = (await findIntegration(service))!
  const parameters = new URLSearchParams(query)
  const delivery = deliveryOf(integration, {
    headers: new Headers({ ...headers, 'content-type': content_type }),
    parameters,
    now: NOW[service] ?? 1_900_000_000,
  })
  const raw = { bytes: new TextEncoder().encode(body), text: body, content_type }
  const only = parameters.get('only_events')
  const { texts } = interpret(integration, raw, delivery, only === null ? {} : { only_events: JSON.parse(only) })
  const [first] = texts
  if (first === undefined) return NOTHING
  const topic = truncateTopicName((delivery.topic ?? first.topic).trim())
  return {
    topic,
    message: normalizeContent(
      withReferences(first.content, ({ kind, value }) => (kind === 'everyone' ? '@**all**' : PEOPLE[value])),
    ),
  }
}

/** Returns what the test of a case compares: the message, or that there is none. A refusal is no message either. */
async function answerTo(service: string, recordedCase: Case) {
  const answer = await messageOf(service, recordedCase).catch((error: unknown) => {
    if (error instanceof ApiError)
      return recordedCase.nothing ? NOTHING : recordedCase.message === '' ? REFUSED : { refused: error.message }
    throw error
  })
  return recordedCase.direct ? { ...answer, topic: undefined } : answer
}

test('services that were renamed are found by both names', async () => {
  for (const [newer, older] of [
    ['bitbucket', 'bitbucket2'],
    ['dropboxsign', 'hellosign'],
    ['shortcut', 'clubhouse'],
  ] as const)
    expect(await findIntegration(newer)).toBe(await findIntegration(older))
  expect(await findIntegration('toString')).toBeUndefined()
})

describe.each(services)('%s', (service) => {
  test.each(casesOf(service).map((recordedCase, at) => [`${at} ${recordedCase.name}`, recordedCase] as const))(
    '%s',
    async (_, recordedCase) => {
      const { nothing, topic, message } = recordedCase
      expect(await answerTo(service, recordedCase)).toEqual(
        nothing ? NOTHING : message === '' ? REFUSED : { topic, message },
      )
    },
  )
})
