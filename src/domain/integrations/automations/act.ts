import { AUTOMATION_CLIENT } from '../../../api/client-facts'
import type { Realm } from '../../../realm'
import { findTopic } from '../../channels/topics/lookup-storage'
import { truncateTopicName } from '../../channels/topics/rules'
import { findLinkedPath } from '../../files/attachments/rules'
import { attachmentsInMessages } from '../../files/attachments/storage'
import { updateMembership } from '../../management/groups/membership-actions'
import type { IndexedMessage } from '../../messages/message-index/message'
import { normalizeContent } from '../../messages/message-index/rules'
import { getGroup } from '../../people/groups/access'
import { directMembers } from '../../people/groups/storage'
import { canSeeUser } from '../../people/users/visible-users'
import type { User } from '../../people/users/user'
import { withClientName } from '../../realm/settings/client-name'
import { MAX_TOPIC_LENGTH } from '../../realm/settings/limits'
import { actorNameFor, referenceTo } from '../../writing/bot-messages/names'
import { linkToMessage } from '../../writing/bot-messages/quote-rules'
import { wordsFor } from '../../writing/bot-messages/words'
import { addReminder } from '../../writing/reminders/actions'
import { scheduleMessage } from '../../writing/scheduled-messages/actions'
import { sendChannelMessage, sendDirectMessage } from '../../writing/sending/actions'
import { parsed } from '../commands/actions'
import type { Action } from './automation'
import { filled, filledTopic, noPerson, noPlace, quoted, type Filling } from './rules'

/** Who acts, and what started it. */
export type Occasion = {
  maker: User
  person?: User
  message?: IndexedMessage
  /** Where an action without a channel writes. */
  place?: { stream_id: number; topic: string }
  text: string
}

/** What an action did, in words for its maker. */
export type Result = { topic?: string; text: string }

/** Does one action with the rights of the maker. Throws what the same request of the maker would throw. */
export function act(realm: Realm, occasion: Occasion, action: Exclude<Action, { kind: 'call' }>): Result {
  const { maker, person, message } = occasion
  const asMaker = {
    ...withClientName(realm, AUTOMATION_CLIENT),
    session: { ...realm.session, user_id: maker.user_id },
  }
  switch (action.kind) {
    case 'send': {
      const { stream_id: to, topic } = placeOf(occasion, action)
      return sendTo(asMaker, occasion, { to, topic }, action.content)
    }
    case 'create_topic': {
      const topic = unusedTopic(realm, action.stream_id, filledTopic(action.topic, fillingForTopic(realm, occasion)))
      return sendTo(asMaker, occasion, { to: action.stream_id, topic }, action.content)
    }
    case 'write_to_person':
      return sendTo(asMaker, occasion, { to: [require(person).user_id] }, action.content)
    case 'add_to_group': {
      const { user_id, full_name } = require(person)
      const group = getGroup(realm, action.group_id)
      if (!directMembers(realm, group).includes(user_id))
        updateMembership(asMaker, maker, action.group_id, { add: [user_id] })
      return { text: `${full_name} → ${group.name}` }
    }
    case 'remind': {
      const note = filled(action.note, fillingFor(realm, occasion, action.note))
      const scheduled_delivery_timestamp = realm.now() + 60 * action.minutes
      if (message) addReminder(asMaker, maker, { message_id: message.id, note, scheduled_delivery_timestamp })
      else {
        const content = normalizeContent(note)
        const to = [maker.user_id]
        const own = { isDirect: true, to, content, parsed: parsed(realm, content), read_by_sender: false }
        scheduleMessage(asMaker, maker, { ...own, scheduled_delivery_timestamp })
      }
      return { text: note }
    }
  }
}

type Destination = { to: number; topic: string } | { to: number[] }

function sendTo(asMaker: Realm, occasion: Occasion, destination: Destination, template: string): Result {
  const content = normalizeContent(filled(template, fillingFor(asMaker, occasion, template)))
  const { maker } = occasion
  const message = { content, ...parsedWith(asMaker, occasion, { content, template }), read_by_sender: true }
  if (!('topic' in destination)) {
    sendDirectMessage(asMaker, maker, { ...message, ...destination })
    return { text: content }
  }
  sendChannelMessage(asMaker, maker, { ...message, ...destination })
  return { topic: destination.topic, text: content }
}

/**
 * Parses a text. The message opens only files that the maker linked to in the template, and files of the message that started the
 * automation.
 */
function parsedWith(realm: Realm, { message }: Occasion, { content, template }: { content: string; template: string }) {
  const { references, ...rest } = parsed(realm, content)
  const paths = new Set(message && attachmentsInMessages(realm.sql, [message.id]).map(({ path_id }) => path_id))
  const upload_paths = references.upload_paths.filter(
    (path) => template.includes(path) || paths.has(findLinkedPath(path) ?? ''),
  )
  return { ...rest, references: { ...references, upload_paths } }
}

function placeOf({ place }: Occasion, { stream_id, topic }: Extract<Action, { kind: 'send' }>) {
  if (stream_id !== null) return { stream_id, topic }
  if (place === undefined) throw noPlace({})
  return topic === '' ? place : { ...place, topic }
}

function require(person: User | undefined): User {
  if (person === undefined) throw noPerson({})
  return person
}

const MAX_NUMBER = 50

/** Returns a name that no topic of the channel has: with a number, if the name is taken. */
function unusedTopic(realm: Realm, stream_id: number, name: string): string {
  if (findTopic(realm, stream_id, name) === undefined) return name
  const beginning = [...name].slice(0, MAX_TOPIC_LENGTH - 5).join('')
  const names = Array.from({ length: MAX_NUMBER }, (_, index) => `${beginning} (${index + 2})`)
  const unused = names.find((each) => findTopic(realm, stream_id, each) === undefined)
  return truncateTopicName(unused ?? name)
}

/** Returns what the names in braces stand for. The maker reads nothing by them that the maker may not see. */
function fillingFor(realm: Realm, { maker, person, message, text }: Occasion, template: string): Filling {
  const link = message ? linkToMessage(wordsFor(realm, maker), referenceTo(realm, message)) : ''
  return { person: person ? actorNameFor(realm, maker, person) : '', text: quoted(text, template), link }
}

function fillingForTopic(realm: Realm, { maker, person, text }: Occasion): Filling {
  const name = person && canSeeUser(realm, maker, person) ? person.full_name : wordsFor(realm, maker).unnamed
  return { person: person ? name : '', text, link: '' }
}
