import type { Route } from '../../../src/api/endpoint'
import { HOSTILE_VALUES } from '../../support/hostile-repetitions'
import type { Cast } from '../../support/realm'
import { newAddress, newWebhookBot } from '../../support/webhooks'
import type { Attempt, Input } from './input'

const BYTES = 100_000
const DEPTH = 5000
const TOO_DEEP = 'blocks, one in the other'
/** The recorded deliveries of each service. */
const RECORDED = import.meta.glob<Recorded[]>('../../fixtures/webhooks/*.json', { import: 'default', eager: true })
type Recorded = { query: string; headers?: Record<string, string>; content_type?: string; body: string }

type Write = (text: string) => unknown
/** The text of JSON: the function that writes JSON cannot go so deep. */
const nested = (text: string) => {
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text: text.slice(0, 100) }] }
  const [opening, closing] = ['{"elements":[', ']}']
  const inner = `${opening.repeat(DEPTH)}${JSON.stringify(section)}${closing.repeat(DEPTH)}`
  return `{"blocks":[{"type":"rich_text","elements":[${inner}]}]}`
}
/** The texts of a delivery in many items. */
const manyOf = (text: string, count: number) => Array.from({ length: count }, () => text.slice(0, BYTES / count))

const SLACK: Record<string, Write> = {
  text: (text) => ({ text }),
  attachments: (text) => ({
    attachments: manyOf(text, 60).map((each) => ({ title: each, fallback: each, text: each })),
  }),
  blocks: (text) => ({
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text } },
      { type: 'header', text: { type: 'plain_text', text } },
    ],
  }),
}
const DISCORD: Record<string, Write> = {
  content: (content) => ({ content }),
  embeds: (text) => ({
    embeds: manyOf(text, 10).map((each) => ({ title: each, description: each, footer: { text: each } })),
  }),
}
const MATTERMOST: Record<string, Write> = { text: (text) => ({ text }), attachments: SLACK.attachments! }
const TEAMS: Record<string, Write> = {
  card: (text) => ({ '@type': 'MessageCard', title: text, text }),
  sections: (text) => ({
    '@type': 'MessageCard',
    text: 'x',
    sections: [{ activityTitle: text, facts: [{ name: text, value: text }] }],
  }),
}
const WORKFLOWS: Record<string, Write> = {
  card: (text) => ({
    type: 'AdaptiveCard',
    body: [
      { type: 'TextBlock', text },
      { type: 'FactSet', facts: [{ title: text, value: text }] },
    ],
  }),
}

const ADDRESSES: readonly [Route, Record<string, Write>][] = [
  ['POST site:/services/:team/:address/:secret', SLACK],
  ['POST site:/api/webhooks/:address/:secret/slack', SLACK],
  ['POST site:/api/webhooks/:address/:secret', DISCORD],
  ['POST site:/api/:version/webhooks/:address/:secret', DISCORD],
  ['POST site:/api/:version/webhooks/:address/:secret/slack', SLACK],
  ['POST site:/hooks/:secret', MATTERMOST],
  ['POST site:/hooks/:address/:secret', MATTERMOST],
  ['POST site:/webhookb2/:secret', TEAMS],
  ['POST site:/workflows/:secret/triggers/manual/paths/invoke', WORKFLOWS],
]

/** The addresses at which Discord takes events of GitHub. */
const OF_GITHUB: readonly Route[] = [
  'POST site:/api/webhooks/:address/:secret/github',
  'POST site:/api/:version/webhooks/:address/:secret/github',
]

const bodyOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export async function deliveryInputs(cast: Cast): Promise<Input[]> {
  const bot = await newWebhookBot(cast.ada)
  const { urls, id } = await newAddress(cast.ada, bot)
  const fields = { secret: urls.mattermost.split('/').at(-1), address: String(id), team: 'T1', version: 'v10' }
  const toAddresses = ADDRESSES.flatMap(([route, forms]) =>
    Object.entries(forms === SLACK ? { ...forms, [TOO_DEEP]: nested } : forms).map(([form, write]): Input => ({
      route,
      what: `A delivery: ${form}`,
      areRefused: form === TOO_DEEP,
      attempts: HOSTILE_VALUES.map(({ name, text }) => ({
        name,
        request: () => ({
          sender: 'no account',
          headers: { 'content-type': 'application/json' },
          fields,
          body: bodyOf(write(text(BYTES))),
        }),
      })),
    })),
  )
  const [[ofGitHub]] = [RECORDED['../../fixtures/webhooks/github.json']!]
  const toGitHub = OF_GITHUB.map((route): Input => ({
    route,
    what: 'An event of GitHub',
    attempts: HOSTILE_VALUES.map(({ name }, index) => {
      const { headers, body } = attemptOf('github', ofGitHub!, index)
      return { name, request: () => ({ sender: 'no account', headers, fields, body }) }
    }),
  }))
  const attempts = Object.entries(RECORDED).map(([path, [first]], index) =>
    attemptOf(path.split('/').at(-1)!.replace('.json', ''), first!, index),
  )
  const sender = bot
  return [
    ...toAddresses,
    ...toGitHub,
    {
      route: 'POST /external/:service',
      what: 'A delivery of each service',
      attempts: attempts.map(({ service, query, headers, body }): Attempt => ({
        name: service,
        request: () => ({ sender, headers, body, fields: { ...query, service, stream: cast.general.name } }),
      })),
    },
  ]
}

/** Returns a recorded delivery of which each text is long and hostile. The services take turns with the texts. */
function attemptOf(
  service: string,
  { query, headers, content_type = 'application/json', body }: Recorded,
  index: number,
) {
  const parameters = Object.fromEntries(new URLSearchParams(query))
  delete parameters.api_key
  const text = HOSTILE_VALUES[index % HOSTILE_VALUES.length]!.text(BYTES)
  return {
    service,
    query: parameters,
    headers: { ...headers, 'content-type': content_type },
    body: hostile(body, text),
  }
}

/** Each text of more than thirty characters is a sentence, not a name that the program compares. */
const hostile = (body: string, text: string): string => {
  const sentences = [...body.matchAll(/"[^"\\]{30,}"/g)].length
  const each = JSON.stringify(text.slice(0, BYTES / Math.max(1, sentences)))
  return body.replaceAll(/(?<=: ?)"[^"\\]{30,}"/g, () => each)
}
