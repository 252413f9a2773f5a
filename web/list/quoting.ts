import type { Client } from '../client/client'
import { onNextAddress } from '../routes/next-address'
import { keyOfRoute, type Route, type Writable } from '../routes/route'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { laterWords } from '../words/en-later'

/** Returns the message as a quote, with its author and a link to it. */
async function quoteOf({ ask, hrefOf, names, store }: Client, message: Message): Promise<string> {
  const { message: source } = await ask('GET /messages/:message_id', {
    message_id: message.id,
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  const content: string = source.content
  const link = `${location.origin}/${hrefOf({ ...conversationOf(message, store.state.user_id), near: message.id })}`
  // A fence must be longer than all fences inside of the quote.
  const longest = Math.max(2, ...[...content.matchAll(/`{3,}/g)].map(([fence]) => fence.length))
  const fence = '`'.repeat(longest + 1)
  const author = `@_**${names.user(message.sender_id)}|${message.sender_id}**`
  return `${author} [${laterWords.wrote}](${link}):\n${fence}quote\n${content}\n${fence}\n`
}

/** Puts a text into what the user writes to a conversation, and opens it. What is written there stays. */
function writeTo({ drafts, environment, go, isAt }: Client, route: Writable, text: string): void {
  const before = drafts.read(keyOfRoute(route))?.text ?? ''
  const joined = before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`
  if (text !== '') drafts.write(route, { text: joined, caret: joined.length })
  const focus = () =>
    environment.root.querySelector<HTMLTextAreaElement>('.layer:not(.parked) .write textarea')?.focus()
  if (isAt(route)) return focus()
  // This listener runs after the one that draws the view.
  onNextAddress(environment.address, focus)
  go(route)
}

const quoteIn = (client: Client, message: Message, to: Writable): Promise<void> =>
  quoteOf(client, message)
    .then((quote) => writeTo(client, to, quote))
    .catch(client.report)

export const quoteMessage = (client: Client, message: Message): Promise<void> =>
  quoteIn(client, message, conversationOf(message, client.store.state.user_id))

/** Puts the quote into a conversation that the user chooses. */
export async function forwardMessage(client: Client, message: Message, to: Route): Promise<void> {
  if (to.view === 'channel' || to.view === 'topic' || to.view === 'direct') await quoteIn(client, message, to)
  else client.setNotice({ text: laterWords.forwardToPlace })
}

export const replyToAuthor = (client: Client, message: Message): void =>
  writeTo(client, { view: 'direct', user_ids: [message.sender_id] }, '')

/** Returns the Markdown that mentions a user, with a space after it. */
export const mentionOf = ({ names }: Client, user_id: number): string => `@**${names.user(user_id)}|${user_id}** `

/** Writes in the conversation of a message, with a mention of its author. */
export const mentionAuthor = (client: Client, message: Message): void =>
  writeTo(client, conversationOf(message, client.store.state.user_id), mentionOf(client, message.sender_id))
