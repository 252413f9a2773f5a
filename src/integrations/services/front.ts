import { anything, at, many, maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'

const body = one({
  type: text,
  conversation: one({ id: text, subject: maybe(text), assignee: maybe(anything) }),
  source: maybe(one({ _meta: maybe(one({ type: maybe(text) })), data: maybe(anything) })),
  target: maybe(one({ data: maybe(anything) })),
})

type Event = {
  conversation: { id: string; subject?: string | null; assignee?: unknown }
  source?: { _meta?: { type?: string | null } | null; data?: unknown } | null
  target?: { data?: unknown } | null
}
const nameOf = (person: unknown) => `${textAt(person, 'first_name') ?? ''} ${textAt(person, 'last_name') ?? ''}`.trim()

/** Returns who did something: a person, or a rule or a mailbox of the service. */
const sourceOf = ({ source }: Event) => {
  const type = source?._meta?.type
  if (type === 'teammate') return nameOf(source?.data)
  return type === 'rule' ? `'${textAt(source?.data, 'name') ?? ''}' rule` : `(${type ?? 'unknown'})`
}

const message = one({
  ...body.entries,
  conversation: one({ id: text, subject: maybe(text), recipient: one({ handle: text }) }),
  source: one({ data: many(one({ address: maybe(text) })) }),
  target: one({ data: one({ id: text }) }),
})
/** The recipient of a conversation is the person outside, and the source is the mailbox. */
const messageText = (title: string, isAnswer = false) =>
  on(message, ({ conversation, source, target: { data } }) => {
    const [person, mailbox] = [conversation.recipient.handle, source.data[0]?.address ?? '']
    const [from, to] = title.startsWith('Inbound') ? [person, mailbox] : [mailbox, person]
    const start = `[${title}](https://app.frontapp.com/open/${data.id}) from **${from}** to **${to}**`
    const content = isAnswer ? `${start}.` : `${start}:\n\`\`\`quote\n*Subject*: ${conversation.subject ?? ''}\n\`\`\``
    return { topic: conversation.id, content }
  })

const reported = (write: (event: Event) => string): AnyEvent =>
  on(body, (event) => ({ topic: event.conversation.id, content: write(event) }))

const comment = reported((event) => {
  const data = event.target?.data
  return `**${nameOf(at(data, 'author'))}** left a comment:\n\`\`\`quote\n${textAt(data, 'body') ?? ''}\n\`\`\``
})

export const front = integration({
  title: 'Front',
  category: 'customer-support',
  setup: 'Settings → App store → Webhooks; then a rule with the action “Send to a webhook”.',
  reads: json,
  event: (value) => textAt(value, 'type') ?? '',
  events: {
    inbound: messageText('Inbound message'),
    outbound: messageText('Outbound message'),
    out_reply: messageText('Outbound reply', true),
    comment,
    mention: comment,
    assign: reported((event) => {
      const [source, target] = [sourceOf(event), nameOf(event.target?.data)]
      return source === target ? `**${source}** assigned themselves.` : `**${source}** assigned **${target}**.`
    }),
    unassign: reported((event) => `Unassigned by **${sourceOf(event)}**.`),
    archive: reported((event) => `Archived by **${sourceOf(event)}**.`),
    reopen: reported((event) => `Reopened by **${sourceOf(event)}**.`),
    trash: reported((event) => `Deleted by **${sourceOf(event)}**.`),
    restore: reported((event) => `Restored by **${sourceOf(event)}**.`),
    tag: reported((event) => `**${sourceOf(event)}** added tag **${textAt(event.target?.data, 'name')}**.`),
    untag: reported((event) => `**${sourceOf(event)}** removed tag **${textAt(event.target?.data, 'name')}**.`),
  },
  signature: hmac({ header: 'x-front-signature', algorithm: 'sha1', encoding: 'base64' }),
})
