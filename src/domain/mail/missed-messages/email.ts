import { html, type Html } from '../../../api/html'
import { directionOf } from '../../../pages/words/catalogue'
import type { EmailWords } from '../../../pages/words/emails-en'
import type { Realm } from '../../../realm'
import { dayOf } from '../../../store/days'
import { headersOf, namesOf, type RenderedEmail } from '../../../store/email'
import { emailDocument } from '../../../store/email-document'
import { mailAddress } from '../../../store/mail-addresses'
import { findChannel } from '../../channels/channels/storage'
import type { Conversation } from '../../channels/topics/conversation'
import { topicNameFor } from '../../channels/topics/rules'
import { findVisibleUser } from '../../people/users/find-visible-user'
import { UNKNOWN_USER_NAME } from '../../people/users/profile'
import type { User } from '../../people/users/user'
import { ownUrl } from '../../realm/settings/own-url'
import { settingsOf } from '../../realm/settings/storage'
import { emailContextOf } from '../mail/email-context'
import { unsubscribeLink } from '../security-mail/unsubscribe-link'
import { quoteMessages } from './quotes'
import type { ReasonedMessage } from './still-missed'
import { subjectOfDirectMessages, subjectOfTopic } from './subject-rules'

/** A message as an email shows it. */
export type QuotedMessage = { id: number; sender_id: number; rendered_content: string }

type Facts = {
  conversation: Conversation
  quotes: readonly QuotedMessage[]
  missed: readonly ReasonedMessage[]
  reason: string
  isNamed: boolean
}

/** Returns the email about messages of one conversation. */
export function emailAboutMessages(realm: Realm, user: User, { conversation, quotes, missed, reason, isNamed }: Facts) {
  const { realm_url, words } = emailContextOf(realm, user)
  const nameOf = (user_id: number) => findVisibleUser(realm, user, user_id)?.full_name ?? UNKNOWN_USER_NAME
  const named = quotes.map(({ sender_id, ...quote }) => ({ ...quote, sender: nameOf(sender_id) }))
  const { text, markup, quoted } = quoteMessages(named, { realm_url, words: words.missed })
  const left = missed.filter(({ message }) => !quoted.has(message.id)).length
  const more = left === 0 ? undefined : words.missed.more(left)
  const link = `${realm_url}/#narrow/near/${missed[0]!.message.id}`
  const reply_to = replyAddress(realm, user, missed.at(-1)!.message.id)
  const canReply = reply_to !== undefined
  const footer = footerOf(realm, user, { reason, link, action: words.missed.reply, canReply })
  return withEnvelope(realm, user, {
    subject: subjectOf(realm, user, conversation, nameOf),
    text: [text, ...(more ? [more] : []), footer.text].join('\n\n'),
    html: html`${markup}${more ? html`<p>${more}</p>` : undefined}${footer.markup}`,
    isNamed,
    thread: `<c${conversation.id}@${new URL(realm_url).hostname}>`,
    ...(canReply ? { reply_to } : {}),
  })
}

type HiddenFacts = { refusal: keyof EmailWords['missed']['refusals']; reason: string; isNamed: boolean }

/** Returns the email that has no names, no topic and no text: it only says that there are messages. */
export function emailWithoutContent(
  realm: Realm,
  user: User,
  { refusal, reason, isNamed }: HiddenFacts,
): RenderedEmail {
  const { missed } = emailContextOf(realm, user).words
  const because = missed.refusals[refusal]
  const footer = footerOf(realm, user, { reason, link: ownUrl(realm), action: missed.read })
  return withEnvelope(realm, user, {
    subject: missed.hiddenSubject,
    text: [because, footer.text].join('\n\n'),
    html: html`<p>${because}</p>${footer.markup}`,
    isNamed,
  })
}

/** `isNamed`: the subject names the organization. */
type Content = { subject: string; text: string; html: Html; isNamed: boolean; thread?: string; reply_to?: string }

function withEnvelope(
  realm: Realm,
  user: User,
  { subject, text, html: body, isNamed, thread, reply_to }: Content,
): RenderedEmail {
  const { name } = settingsOf(realm)
  const unsubscribe = realm.emails.addressOfLink(unsubscribeLink(realm, user, 'missed_messages'))
  const { language } = emailContextOf(realm, user)
  return {
    ...namesOf({
      from_name: emailContextOf(realm, user).words.missed.sender(name),
      to: user.delivery_email,
      subject: isNamed ? `${subject} [${name}]` : subject,
    }),
    text: `${text}\n`,
    html: emailDocument({ organization: name, language, direction: directionOf(language), body }),
    ...(reply_to === undefined ? {} : { reply_to }),
    headers: headersOf({ unsubscribe, thread, list: new URL(ownUrl(realm)).hostname }),
  }
}

const REPLY_DAYS = 30

/** Returns the address at which the user answers in the conversation of a message, if the deployment receives emails. */
function replyAddress(realm: Realm, { user_id }: User, message_id: number): string | undefined {
  const last_day = dayOf(realm.now()) + REPLY_DAYS
  const gateway = { mail_gateway: realm.config.mail_gateway, secrets: realm.emails.secrets }
  return mailAddress(gateway, { kind: 'reply', user_id, message_id, last_day })
}

type Footer = { reason: string; link: string; action: string; canReply?: boolean }

function footerOf(
  realm: Realm,
  user: User,
  { reason, link, action, canReply = false }: Footer,
): { text: string; markup: Html } {
  const unsubscribe = realm.emails.addressOfLink(unsubscribeLink(realm, user, 'missed_messages'))
  const settings = `${ownUrl(realm)}/#settings/notifications`
  const { choose, stop, doNotReply, youCanReply } = emailContextOf(realm, user).words.missed
  const replying = canReply ? youCanReply : doNotReply
  return {
    text: `-- \n${reason}\n${action}: ${link}\n${choose}: ${settings}\n${stop}: ${unsubscribe}\n${replying}`,
    markup: html`<hr><p><a href="${link}">${action}</a></p>
<p><small>${reason} <a href="${settings}">${choose}</a>, <a href="${unsubscribe}">${stop}</a>. ${replying}</small></p>`,
  }
}

function subjectOf(realm: Realm, user: User, conversation: Conversation, nameOf: (user_id: number) => string): string {
  const { stream_id, topic, people } = conversation
  if (stream_id !== null) return subjectOfTopic(findChannel(realm, stream_id)?.name ?? '', topicNameFor(topic, false))
  const names = people.filter((id) => id !== user.user_id).map(nameOf)
  return subjectOfDirectMessages(names, emailContextOf(realm, user).words.missed)
}
