import { hash } from 'node:crypto'
import { maybe, one, scalar, texts } from '../fields'
import { integration, on, type AnyEvent, type Delivery, type RawBody } from '../integration'
import { form, json } from '../read-body'
import { hmac } from '../signatures'
import * as v from 'valibot'

const NAMES = ['project', 'resource', 'language', 'event', 'reviewed'] as const

/** The service sends JSON. In earlier versions, all that it sent was in the address. */
function read(body: RawBody, { option }: Delivery): Record<string, string> {
  const inAddress = Object.fromEntries(NAMES.flatMap((name) => [[name, option(name)]].filter(([, value]) => value)))
  const sent = body.text.trimStart().startsWith('{') ? v.parse(texts, json(body)) : form(body)
  return { ...inAddress, ...sent }
}

const completed = (verb: string): AnyEvent =>
  on(one({ project: maybe(scalar), language: maybe(scalar), resource: maybe(scalar) }), (body) => ({
    topic: `${body.project} in ${body.language}`,
    content: `Resource ${body.resource} fully ${verb}.`,
  }))

export const transifex = integration({
  title: 'Transifex',
  category: 'productivity',
  setup: 'Organization → Project settings → Webhooks → Add webhook.',
  reads: read,
  options: [...NAMES],
  isQuietAboutBodies: true,
  event: (body) => {
    const { event, reviewed } = v.parse(texts, body)
    return event ?? (reviewed === undefined ? 'translation_completed' : 'review_completed')
  },
  events: {
    translation_completed: completed('translated'),
    review_completed: completed('reviewed'),
    proofread_completed: completed('proofread'),
    fillup_completed: completed('filled up'),
  },
  signature: hmac({
    header: 'x-tx-signature-v2',
    encoding: 'base64',
    signed: ({ header, bytes }) => [
      `POST\n${header('x-tx-url') ?? ''}\n${header('date') ?? ''}\n${hash('md5', bytes, 'hex')}`,
    ],
    signedAt: ({ header }) => String(Math.floor(Date.parse(header('date') ?? '') / 1000)),
  }),
})
