import { maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { form } from '../read-body'

/** Messages of channels in Slack, sent by its outgoing webhooks. */
export const slack = integration({
  title: 'Slack',
  reads: form,
  options: ['channels_map_to_topics', 'mapping'],
  isQuietAboutBodies: true,
  events: {
    message: on(one({ user_name: text, text, channel_name: maybe(text) }), (body, { option }) => {
      const channel = body.channel_name ?? ''
      const isTopicOfChannel = option('channels_map_to_topics') === '1'
      return {
        topic: isTopicOfChannel ? `channel: ${channel}` : 'Message from Slack',
        content: `**${body.user_name}**: ${body.text}`,
      }
    }),
  },
})
