import { ApiError } from '../../../api/errors'
import { step, type Edge } from '../../../edge'
import { hasReferences, withReferences } from '../../../integrations/references'
import { parseMarkdown } from '../../../markdown/parse'
import type { MarkdownSettings } from '../../../markdown/settings'
import type { Realm } from '../../../realm'
import { requireManagedBot } from '../../accounts/bots/update-bot'
import { normalizeContent } from '../../messages/message-index/rules'
import type { User } from '../../people/users/user'
import { MESSAGE_LIMITS } from '../../realm/settings/markdown-limits'
import { receiveDelivery, type ParsedDelivery, type ReadDelivery, type Received, type WebhookText } from './actions'
import { referenceFinder } from './find-reference'

/** A delivery that a user sends again names the bot. Otherwise the bot itself is the caller. */
type OfBot = { bot_id?: number }

const botOf = (realm: Realm, actor: User, { bot_id }: OfBot): User =>
  bot_id === undefined ? actor : requireManagedBot(realm, actor, bot_id)

type Texts = OfBot & { contents: readonly string[]; mentionsEveryone: boolean }

/** Returns the texts with their references as Markdown. Only the realm knows what the bot can see. */
const findReferences = step((realm: Realm, actor: User, { contents, mentionsEveryone, ...of }: Texts) => {
  const bot = botOf(realm, actor, of)
  return { contents: contents.map((text) => withReferences(text, referenceFinder(realm, bot, mentionsEveryone))) }
})

type Sent = OfBot & { delivery: ParsedDelivery }

const receive = step((realm: Realm, actor: User, { delivery, ...of }: Sent) =>
  receiveDelivery(realm, botOf(realm, actor, of), delivery),
)

/** The steps of an endpoint that sends the texts of other programs. */
export const deliverySteps = { findReferences, receive }

/** Sends the messages of a delivery. The Worker parses them: hostile text takes tens of milliseconds. */
export async function deliver(edge: Edge, delivery: ReadDelivery, of: OfBot = {}): Promise<Received> {
  const { texts, mentionsEveryone } = delivery
  const contents = await withFoundReferences(edge, {
    contents: texts.map(({ content }) => content),
    mentionsEveryone,
    ...of,
  })
  const found = texts.map((text, at) => ({ ...text, content: contents[at] ?? '' }))
  return edge.askParsed(receive, (settings) => ({ ...of, delivery: { ...delivery, ...parsedTexts(found, settings) } }))
}

/** Returns texts of another program with their references as Markdown. Most have none, and then the realm is not asked. */
export async function withFoundReferences(edge: Edge, texts: Texts): Promise<readonly string[]> {
  if (!texts.contents.some(hasReferences)) return texts.contents
  return (await edge.ask(findReferences, texts)).contents
}

/** Returns the Markdown of another program, parsed. Its emoticons stay text. */
export const parsedText = (content: string, settings: MarkdownSettings) => ({
  content,
  ...parseMarkdown(content, { ...settings, translatesEmoticons: () => false }, MESSAGE_LIMITS),
})

/** A text that is too large refuses the whole delivery, and the list of deliveries has the refusal. */
function parsedTexts(texts: readonly WebhookText[], settings: MarkdownSettings) {
  try {
    return { texts: texts.map((text) => ({ ...text, ...parsedText(normalizeContent(text.content), settings) })) }
  } catch (error) {
    if (error instanceof ApiError) return { texts: [], refusal: error.refusal }
    throw error
  }
}
