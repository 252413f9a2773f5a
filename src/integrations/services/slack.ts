import { maybe, one, text } from '../fields'
import { badOption } from '../errors'
import { integration, on, type Delivery } from '../integration'
import { form } from '../read-body'
import { hmac } from '../signatures'

const TIMESTAMP = 'x-slack-request-timestamp'
const OWN_TOPIC = 'Message from Slack'

/** Returns where a message goes: a topic or a channel with the name of the channel in Slack, if the address says so. */
function placeOf(channel: string, { option }: Delivery): { topic: string; channel?: string } {
  if (option('mapping') === 'channels') return { topic: OWN_TOPIC, channel }
  switch (option('channels_map_to_topics')) {
    case undefined:
      return { topic: OWN_TOPIC }
    case '1':
      return { topic: `channel: ${channel}` }
    case '0':
      return { topic: OWN_TOPIC, channel }
    default:
      throw badOption({ name: 'channels_map_to_topics', values: '0, 1' })
  }
}

/** Messages of channels in Slack, sent by its outgoing webhooks. */
export const slack = integration({
  title: 'Slack',
  category: 'communication',
  setup: 'Slack app directory → Outgoing WebHooks. Choose the channel, and enter the address as the URL.',
  reads: form,
  options: ['channels_map_to_topics', 'mapping'],
  isQuietAboutBodies: true,
  signature: hmac({
    header: 'x-slack-signature',
    prefix: 'v0=',
    signed: ({ header, bytes }) => [`v0:${header(TIMESTAMP) ?? ''}:`, bytes],
    signedAt: ({ header }) => header(TIMESTAMP),
  }),
  events: {
    message: on(one({ user_name: text, text, channel_name: maybe(text) }), (body, delivery) => ({
      ...placeOf(body.channel_name ?? '', delivery),
      content: `**${body.user_name}**: ${body.text}`,
    })),
  },
})
