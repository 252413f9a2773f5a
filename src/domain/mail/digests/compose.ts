import { html, type Html } from '../../../api/html'
import { directionOf } from '../../../pages/words/catalogue'
import type { MessageBody, Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { headersOf, namesOf, type RenderedEmail } from '../../../store/email'
import { emailDocument } from '../../../store/email-document'
import { findChannel } from '../../channels/channels/storage'
import { findReadableChannel } from '../../channels/subscriptions/access'
import { topicNameFor } from '../../channels/topics/rules'
import { MessageAccess } from '../../messages/access/access'
import type { IndexedMessage } from '../../messages/message-index/message'
import { findMessage } from '../../messages/message-index/storage'
import { userSettingsOf } from '../../people/user-settings/storage'
import { findVisibleUser } from '../../people/users/find-visible-user'
import { UNKNOWN_USER_NAME } from '../../people/users/profile'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { emailContextOf, type EmailContext } from '../mail/email-context'
import { quoteMessages } from '../missed-messages/quotes'
import { unsubscribeLink } from '../security-mail/unsubscribe-link'

/** A digest that waits: ids and counts, and no text. */
export type DigestFacts = {
  digest_for: number
  topics: readonly { count: number; sender_ids: readonly number[]; first_ids: readonly number[] }[]
  channels: readonly number[]
}

const MAX_BYTES_PER_TOPIC = 14_000

/** Composes a digest when it is sent. Returns undefined if the user must not see anything of it any more, or does not want it. */
export async function composeDigest(realm: Realm, facts: DigestFacts): Promise<RenderedEmail | undefined> {
  const ids = facts.topics.flatMap(({ first_ids }) => first_ids)
  const { found } = await realm.bodies.load(ids, BYTES_PER_BATCH)
  // The user may have changed the settings while the bodies were loaded.
  const user = findUser(realm, facts.digest_for)
  if (user === undefined || !user.is_active || realmRow(realm).is_deactivated || !wantsContent(realm, user))
    return undefined
  const context = emailContextOf(realm, user)
  const topics = facts.topics.flatMap((topic) => topicPart(realm, user, { ...topic, context, bodies: found }) ?? [])
  const channels = facts.channels.flatMap((stream_id) => findReadableChannel(realm, user, stream_id)?.name ?? [])
  if (topics.length === 0 && channels.length === 0) return undefined
  return digestEmail(realm, user, { context, topics, channels })
}

const wantsContent = (realm: Realm, user: User): boolean => {
  const { enable_digest_emails, message_content_in_email_notifications } = userSettingsOf(realm, user)
  const { digest_emails_enabled, message_content_allowed_in_email_notifications } = settingsOf(realm)
  return (
    enable_digest_emails &&
    digest_emails_enabled &&
    message_content_in_email_notifications &&
    message_content_allowed_in_email_notifications
  )
}

type Part = { text: string; markup: Html }
type TopicFacts = DigestFacts['topics'][number] & { context: EmailContext; bodies: ReadonlyMap<number, MessageBody> }

/** Returns the first messages of a topic, and who wrote others. Undefined if the user cannot read them any more. */
function topicPart(realm: Realm, user: User, { first_ids, count, sender_ids, context, bodies }: TopicFacts) {
  const { realm_url, words } = context
  const access = new MessageAccess(realm, user)
  const messages = first_ids.flatMap((id): IndexedMessage[] => {
    const message = findMessage(realm, id)
    return message !== undefined && access.canRead(message) ? [message] : []
  })
  const [first] = messages
  if (first === undefined || first.conversation.stream_id === null) return undefined
  const { stream_id, topic } = first.conversation
  const nameOf = (user_id: number) => findVisibleUser(realm, user, user_id)?.full_name ?? UNKNOWN_USER_NAME
  const named = messages.flatMap(({ id, sender_id }) => {
    const body = bodies.get(id)
    return body ? [{ id, sender: nameOf(sender_id), rendered_content: body.rendered_content }] : []
  })
  const { text, markup, quoted } = quoteMessages(named, {
    realm_url,
    words: words.missed,
    most: MAX_BYTES_PER_TOPIC,
  })
  const title = `#${findChannel(realm, stream_id)?.name ?? ''} > ${topicNameFor(topic, false)}`
  const link = `${realm_url}/#narrow/near/${first.id}`
  // In a protected history the user may not know of all messages.
  const isShared = findChannel(realm, stream_id)?.history_public_to_subscribers === true
  const others = isShared ? count - quoted.size : 0
  const more = others > 0 ? words.digest.more(others, sender_ids.map(nameOf).join(', ')) : ''
  return {
    text: [`${title}\n${link}`, text, more].filter((part) => part !== '').join('\n\n'),
    markup: html`<h3 dir="auto"><a href="${link}">${title}</a></h3>${markup}${more === '' ? undefined : html`<p>${more}</p>`}`,
  }
}

type Content = { context: EmailContext; topics: readonly Part[]; channels: readonly string[] }

function digestEmail(realm: Realm, user: User, { context, topics, channels }: Content): RenderedEmail {
  const { addressed, realm_name, realm_url, words, language } = context
  const unsubscribe = realm.emails.addressOfLink(unsubscribeLink(realm, user, 'digest'))
  const intro = words.digest.intro(realm_name)
  const created = channels.length === 0 ? '' : words.digest.channels(channels.map((name) => `#${name}`).join(', '))
  const texts = [intro, ...topics.map(({ text }) => text), created, words.digest.open(realm_url)]
  const footer = words.digest.footer
  return {
    ...namesOf({ ...addressed, subject: words.digest.subject(realm_name) }),
    text: `${[...texts.filter((text) => text !== ''), `-- \n${footer}\n${unsubscribe}`].join('\n\n')}\n`,
    html: emailDocument({
      organization: realm_name,
      language,
      direction: directionOf(language),
      body: html`<p>${intro}</p>${topics.map(({ markup }) => markup)}${created === '' ? undefined : html`<p>${created}</p>`}
<p><a href="${realm_url}">${words.digest.open(realm_url)}</a></p>
<hr><p><small>${footer} <a href="${unsubscribe}">${unsubscribe}</a></small></p>`,
    }),
    headers: headersOf({ unsubscribe, list: new URL(realm_url).hostname }),
  }
}
