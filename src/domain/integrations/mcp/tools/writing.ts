import { hash } from 'node:crypto'
import * as v from 'valibot'
import { boolean, optional, shortText, text } from '../../../../api/params'
import { updateMessage } from '../../../writing/editing/endpoints'
import { addReaction, removeReaction } from '../../../writing/reactions/endpoints'
import { sendMessage as send } from '../../../writing/sending/endpoints'
import { oneDestination, refusalOfMentions, topicNeeded } from '../rules'
import { tool, type AgentCaller } from '../tool'
import { linkTo } from './message-text'
import { channel, describedAs, messageId, people, topic } from './params'
import { idsOfPeople } from './people'

const CONTENT_CHARACTERS = 10_000
export const content = () => describedAs(text(CONTENT_CHARACTERS), 'Markdown')

/** Throws if a message of an agent would notify all people of a conversation. */
export function requireNoWildcard(written: string) {
  const refusal = refusalOfMentions(written)
  if (refusal) throw refusal
}

type Place<Channel> = { channel?: Channel; topic?: string; dm_to?: Parameters<typeof idsOfPeople>[1] }

/** Returns where a message goes. Throws unless it is one topic of a channel, or people. */
export async function destinationOf<Channel>(
  edge: Parameters<typeof idsOfPeople>[0],
  { channel: to, topic: name, dm_to }: Place<Channel>,
) {
  if (to === undefined && dm_to !== undefined) return { type: 'direct' as const, to: await idsOfPeople(edge, dm_to) }
  if (to === undefined || dm_to !== undefined) throw oneDestination({})
  if (name === undefined) throw topicNeeded({})
  return { type: 'channel' as const, to, topic: name }
}

export const sendMessage = tool({
  name: 'send_message',
  title: 'Send a message',
  description:
    'Sends a message as the user, to a channel and a topic, or directly to people. Others see that an agent sent it. The same ' +
    'idempotency_key sends nothing twice.',
  scope: 'messages:write',
  effect: 'adds',
  params: {
    channel: optional(channel()),
    topic: optional(topic()),
    dm_to: optional(people()),
    content: content(),
    idempotency_key: optional(text(100)),
  },
  run: async (edge, { content: written, idempotency_key, ...place }, caller) => {
    requireNoWildcard(written)
    const destination = await destinationOf(edge, place)
    const key = idempotency_key === undefined ? {} : { parley_client_id: clientIdOf(caller, idempotency_key) }
    const { id } = v.parse(
      v.object({ id: v.number() }),
      await edge.call(send, { ...destination, ...key, content: written, read_by_sender: true }),
    )
    return { id, link: linkTo(id, edge.realm_url) }
  },
})

/** The key of an agent can have any form, and the id of a message at its client has 128 bits. Agents do not know each other's keys. */
const clientIdOf = ({ user_id, agent_id }: AgentCaller, key: string): string =>
  hash('sha256', `MCP ${user_id} ${agent_id ?? ''} ${key}`).slice(0, 32)

export const editMessage = tool({
  name: 'edit_message',
  title: 'Edit a message',
  description: 'Replaces the text of a message of the user, or moves one message to another topic of its channel.',
  scope: 'messages:write',
  effect: 'changes',
  params: { id: messageId(), content: optional(content()), topic: optional(topic()) },
  run: async (edge, { id, content: written, topic: name }) => {
    requireNoWildcard(written ?? '')
    await edge.call(updateMessage, { message_id: id, content: written, topic: name, propagate_mode: 'change_one' })
    return { id, link: linkTo(id, edge.realm_url) }
  },
})

export const react = tool({
  name: 'react',
  title: 'React to a message',
  description: 'Adds a reaction of the user to a message, or removes it.',
  scope: 'messages:write',
  effect: 'adds',
  params: {
    id: messageId(),
    emoji: describedAs(shortText(), 'Name, such as thumbs_up'),
    remove: optional(boolean(), false),
  },
  run: async (edge, { id, emoji, remove }) => {
    const emoji_name = emoji.replaceAll(':', '').trim()
    const reaction = { message_id: id, emoji_name }
    await (remove ? edge.call(removeReaction, reaction) : edge.call(addReaction, reaction))
    return { id, emoji: emoji_name, is_removed: remove }
  },
})
