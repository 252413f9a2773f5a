import { drafts, go, hrefOf, isAt, names, report, setNotice, store } from '../app'
import { keyOfRoute, type Route, type Writable } from '../routes/route'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { ask } from '../wire/requests'
import { words } from '../words/en'

/** Returns the message as a quote, with its author and a link to it. */
async function quoteOf(message: Message): Promise<string> {
  const { message: source } = await ask(`GET /messages/${message.id}`, {
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  const content: string = source.content
  const link = `${location.origin}/${hrefOf({ ...conversationOf(message, store.state.user_id), near: message.id })}`
  // A fence must be longer than all fences inside of the quote.
  const longest = Math.max(2, ...[...content.matchAll(/`{3,}/g)].map(([fence]) => fence.length))
  const fence = '`'.repeat(longest + 1)
  const author = `@_**${names.user(message.sender_id)}|${message.sender_id}**`
  return `${author} [${words.wrote}](${link}):\n${fence}quote\n${content}\n${fence}\n`
}

/** Puts a text into what the user writes to a conversation, and opens it. What is written there stays. */
function writeTo(route: Writable, text: string): void {
  const before = drafts.read(keyOfRoute(route))?.text ?? ''
  const joined = before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`
  if (text !== '') drafts.write(route, { text: joined, caret: joined.length })
  const focus = () => document.querySelector<HTMLTextAreaElement>('.layer:not([inert]) .write textarea')?.focus()
  if (isAt(route)) return focus()
  // This listener runs after the one that draws the view.
  globalThis.addEventListener('hashchange', focus, { once: true })
  go(route)
}

export async function quoteMessage(message: Message): Promise<void> {
  const to = conversationOf(message, store.state.user_id)
  await quoteOf(message)
    .then((quote) => writeTo(to, quote))
    .catch(report)
}

/** Puts the quote into a conversation that the user chooses. */
export async function forwardMessage(message: Message, to: Route): Promise<void> {
  if (to.view !== 'channel' && to.view !== 'topic' && to.view !== 'direct') {
    setNotice({ text: words.forwardToPlace })
    return
  }
  await quoteOf(message)
    .then((quote) => writeTo(to, quote))
    .catch(report)
}

export const replyToAuthor = (message: Message): void => writeTo({ view: 'direct', user_ids: [message.sender_id] }, '')

/** Writes in the conversation of a message, with a mention of its author. */
export const mentionAuthor = (message: Message): void =>
  writeTo(conversationOf(message, store.state.user_id), `@**${names.user(message.sender_id)}|${message.sender_id}** `)
