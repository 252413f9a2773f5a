import type { MessageBody, Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import type { RenderedEmail } from '../../../store/email'
import type { IndexRow } from '../../messages/message-index/message'
import type { MissedMessages } from '../../messages/notifications/missed-storage'
import type { Reason } from '../../messages/notifications/rules'
import { userSettingsOf } from '../../people/user-settings/storage'
import { hasAccountElsewhere } from '../../people/users/other-realms-storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { emailAboutMessages, emailWithoutContent, type QuotedMessage } from './email'
import { reasonFor } from './reasons'
import { contextOf, stillMissed, type ReasonedMessage } from './still-missed'

/** An email that waits: its user, and the messages of one conversation. It has no text. */
export type MissedEmail = { user_id: number; messages: (readonly [message_id: number, reason: Reason])[] }

/** More messages than these are counted, and not shown. */
const MAX_MESSAGES_SHOWN = 20

/** Returns an email for each conversation, the one first whose newest message is oldest. */
export function emailsFor(realm: Realm, { user_id, messages }: MissedMessages): MissedEmail[] {
  const user = findUser(realm, user_id)
  if (user === undefined) return []
  const conversations = Map.groupBy(stillMissed(realm, user, messages), ({ message }) => message.conversation.id)
  return [...conversations.values()]
    .sort((a, b) => a.at(-1)!.message.id - b.at(-1)!.message.id)
    .map((missed) => ({ user_id, messages: missed.map(({ message, reason }) => [message.id, reason] as const) }))
}

/** Composes an email when it is sent. Returns undefined if the user has read the messages, or must not see them any more. */
export async function composeMissedEmail(realm: Realm, email: MissedEmail): Promise<RenderedEmail | undefined> {
  const user = findUser(realm, email.user_id)
  if (user === undefined || missedInOneConversation(realm, user, email).length === 0) return undefined
  const isNamed = await namesRealm(realm, user)
  const missed = missedInOneConversation(realm, user, email)
  const [first] = missed
  if (first === undefined || realmRow(realm).is_deactivated) return undefined
  const refusal = refusalToShowContent(realm, user)
  if (refusal !== undefined)
    return emailWithoutContent(realm, user, { refusal, reason: reasonFor(realm, user, missed), isNamed })
  const context = contextOf(realm, user, first)
  const quoted = missed.slice(0, MAX_MESSAGES_SHOWN).map(({ message }) => message)
  const bodies = await bodiesOf(realm, [...context, ...quoted])
  // The user may have read the messages while the bodies were loaded, or have lost access to them.
  const current = missedInOneConversation(realm, user, email)
  const [firstNow] = current
  if (firstNow === undefined) return undefined
  const stillUnread = new Set(current.map(({ message }) => message.id))
  const stillContext = new Set(contextOf(realm, user, firstNow).map(({ id }) => id))
  const quotes = [
    ...quotesOf(context, bodies).filter(({ id }) => stillContext.has(id)),
    ...quotesOf(quoted, bodies).filter(({ id }) => stillUnread.has(id)),
  ]
  return emailAboutMessages(realm, user, {
    conversation: firstNow.message.conversation,
    quotes,
    missed: current,
    reason: reasonFor(realm, user, current, bodies),
    isNamed,
  })
}

const [AUTOMATIC, ALWAYS] = [1, 2]

/** Returns whether the subject names the organization. Automatic: if the user has accounts in several. */
async function namesRealm(realm: Realm, user: User): Promise<boolean> {
  const policy = userSettingsOf(realm, user).realm_name_in_email_notifications_policy
  return policy === ALWAYS || (policy === AUTOMATIC && (await hasAccountElsewhere(realm, user)))
}

/** Returns the messages that are in the conversation of the first one: others were moved elsewhere meanwhile. */
function missedInOneConversation(realm: Realm, { user_id }: User, { messages }: MissedEmail): ReasonedMessage[] {
  const user = findUser(realm, user_id)
  const missed = user === undefined ? [] : stillMissed(realm, user, messages)
  return missed.filter(({ message }) => message.conversation.id === missed[0]?.message.conversation.id)
}

async function bodiesOf(realm: Realm, rows: readonly IndexRow[]): Promise<ReadonlyMap<number, MessageBody>> {
  const { found } = await realm.bodies.load(
    rows.map(({ id }) => id),
    BYTES_PER_BATCH,
  )
  return found
}

const quotesOf = (rows: readonly IndexRow[], bodies: ReadonlyMap<number, MessageBody>): QuotedMessage[] =>
  rows.flatMap(({ id, sender_id }) => {
    const body = bodies.get(id)
    return body ? [{ id, sender_id, rendered_content: body.rendered_content }] : []
  })

/** Returns who does not allow the text of messages in emails, if anyone. */
function refusalToShowContent(realm: Realm, user: User): 'realm' | 'user' | undefined {
  if (!settingsOf(realm).message_content_allowed_in_email_notifications) return 'realm'
  return userSettingsOf(realm, user).message_content_in_email_notifications ? undefined : 'user'
}
