import { many, maybe, number, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { withoutTags } from '../wording/html-text'
import { capitalized, quotedWithTicks } from '../wording/words'

const contact = one({ type: text, name: maybe(text), pseudonym: maybe(text), email: maybe(text) })
const place = one({ city_name: maybe(text), region_name: maybe(text), country_name: maybe(text) })
const located = one({ ...contact.entries, location_data: maybe(place) })
const of = <Fields extends Parameters<typeof one>[0]>(fields: Fields) => one({ data: one({ item: one(fields) }) })

type Contact = { type: string; name?: string | null; pseudonym?: string | null; email?: string | null }
type Place = { city_name?: string | null; region_name?: string | null; country_name?: string | null } | null
const nameOf = ({ name, pseudonym, email }: Contact) => name || pseudonym || email || 'Unknown'
const topicOf = (person: Contact) => `${capitalized(person.type)}: ${nameOf(person)}`
const locationOf = (found: Place | undefined) =>
  [found?.city_name, found?.region_name, found?.country_name].filter(Boolean).join(', ') || 'Unknown'

const signedUp = on(one({ data: one({ item: located }) }), ({ data: { item } }) => ({
  topic: topicOf(item),
  content: `Contact signed up:\n* **Email**: ${item.email ?? 'Unknown'}\n* **Location**: ${locationOf(item.location_data)}`,
}))

const tagged = (write: (tag: string) => string, whose: 'contact' | 'user') =>
  on(of({ tag: one({ name: text }), contact: maybe(contact), user: maybe(contact) }), ({ data: { item } }) => {
    const person = item[whose]
    return person ? { topic: topicOf(person), content: write(item.tag.name) } : undefined
  })

const assignee = one({ name: maybe(text) })
const conversation = { assignee: maybe(assignee), user: contact }
const changed = (action: string) =>
  on(of(conversation), ({ data: { item } }) => ({
    topic: topicOf(item.user),
    content: `${item.assignee?.name ?? 'Someone'} ${action} the conversation.`,
  }))

const parts = one({ conversation_parts: many(one({ body: maybe(text) })) })
const replied = (action: string, by: 'user' | 'assignee') =>
  on(of({ ...conversation, conversation_parts: parts }), ({ data: { item } }) => {
    const spoken = withoutTags(item.conversation_parts.conversation_parts[0]?.body ?? '')
    return {
      topic: topicOf(item.user),
      content: `${item[by]?.name ?? 'Someone'} ${action} the conversation:\n\n${quotedWithTicks(spoken)}`,
    }
  })
const initiated = (by: 'user' | 'assignee') =>
  on(of({ ...conversation, conversation_message: one({ body: text }) }), ({ data: { item } }) => ({
    topic: topicOf(item.user),
    content: `${item[by]?.name ?? 'Someone'} initiated a conversation:\n\n${quotedWithTicks(withoutTags(item.conversation_message.body))}`,
  }))

const aboutUser = (write: (user: Contact) => string) =>
  on(one({ data: one({ item: contact }) }), ({ data: { item } }) => ({ topic: topicOf(item), content: write(item) }))

const events: Record<string, AnyEvent> = {
  'company.created': on(of({ name: text, user_count: number, monthly_spend: number }), ({ data: { item } }) => ({
    topic: 'Companies',
    content:
      `New company **${item.name}** created:\n* **User count**: ${item.user_count}\n` +
      `* **Monthly spending**: ${item.monthly_spend}`,
  })),
  'contact.added_email': aboutUser(({ email }) => `New email ${email ?? 'address'} added to contact.`),
  'contact.created': on(one({ data: one({ item: located }) }), ({ data: { item } }) => ({
    topic: topicOf(item),
    content:
      `New contact created:\n* **Name (or pseudonym)**: ${nameOf(item)}\n` +
      `* **Email**: ${item.email ?? 'Unknown'}\n* **Location**: ${locationOf(item.location_data)}`,
  })),
  'contact.signed_up': signedUp,
  'visitor.signed_up': signedUp,
  'contact.tag.created': tagged((tag) => `Contact tagged with the \`${tag}\` tag.`, 'contact'),
  'contact.tag.deleted': tagged((tag) => `The tag \`${tag}\` was removed from the contact.`, 'contact'),
  'conversation.admin.assigned': on(of(conversation), ({ data: { item } }) => ({
    topic: topicOf(item.user),
    content: `${item.assignee?.name ?? 'Someone'} assigned to conversation.`,
  })),
  'conversation.admin.closed': changed('closed'),
  'conversation.admin.opened': changed('opened'),
  'conversation.admin.snoozed': changed('snoozed'),
  'conversation.admin.unsnoozed': changed('unsnoozed'),
  'conversation.admin.replied': replied('replied to', 'assignee'),
  'conversation.admin.noted': replied('added a note to', 'assignee'),
  'conversation.admin.single.created': initiated('assignee'),
  'conversation.user.created': initiated('user'),
  'conversation.user.replied': replied('replied to', 'user'),
  'event.created': on(of({ event_name: text }), ({ data: { item } }) => ({
    topic: 'Events',
    content: `New event **${item.event_name}** created.`,
  })),
  'user.created': aboutUser(
    ({ name, email }) => `New user created:\n* **Name**: ${name ?? 'Unknown'}\n* **Email**: ${email ?? 'Unknown'}`,
  ),
  'user.deleted': aboutUser(() => 'User deleted.'),
  'user.email.updated': aboutUser(({ email }) => `User's email was updated${email ? ` to ${email}` : ''}.`),
  'user.tag.created': tagged((tag) => `The tag \`${tag}\` was added to the user.`, 'user'),
  'user.tag.deleted': tagged((tag) => `The tag \`${tag}\` was removed from the user.`, 'user'),
  'user.unsubscribed': aboutUser(() => 'User unsubscribed from emails.'),
}

export const intercom = integration({
  title: 'Intercom',
  category: 'customer-support',
  setup: 'Developer hub → your app → Webhooks. Choose the topics.',
  reads: json,
  event: (body) => textAt(body, 'topic') ?? '',
  events,
  ignores: ['ping'],
  signature: hmac({ header: 'x-hub-signature', prefix: 'sha1=', algorithm: 'sha1' }),
})
