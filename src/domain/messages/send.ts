import type { AudiencePart } from '../../events/event'
import type { Rendered } from '../../markdown/render'
import type { Marks, Template } from '../../markdown/references'
import type { MessageBody, Realm } from '../../realm'
import type { Channel } from '../channels/channel'
import { realmAllows } from '../groups/standing'
import { allGroups, membersOf } from '../groups/storage'
import { mutersOf } from '../muted-users/storage'
import { noteNotifications } from '../notifications/notify'
import { settingsOf } from '../realm/storage'
import { followersOfAllPublic, subscribersAt } from '../subscriptions/access'
import { subscribedAmong } from '../subscriptions/storage'
import { refusalOfTopic, topicMeant } from '../topics/rules'
import { maybeDirectConversation, maybeTopic, putInDirect, putInTopic, type Conversation } from '../topics/storage'
import { Deed } from '../user-topics/habit-rules'
import { chooseByHabit, followWhereMentioned } from '../user-topics/habits'
import type { VisibilityPolicy } from '../user-topics/rules'
import { people as thesePeople } from '../users/events'
import { acquainting } from '../users/meeting'
import { isHumanClient } from '../users/rules'
import type { User } from '../users/user'
import { widgetIn } from '../widgets/rules'
import { insertWidget } from '../widgets/storage'
import type { Widget } from '../widgets/widget'
import { tellOfMessageIn } from './channel-news'
import { placeAmong, placeInChannel, rememberEcho, sentBefore, whatWasSaid } from './echoes'
import { messageSent } from './events'
import type { SentFacts } from './sent-facts'
import { markAlerted } from './alerts'
import { addMarks, markReadByAllBut, markSent } from './marks'
import { renderFor } from './mentions'
import { channelMeant, peopleMeant, refusalOfChannel, refusalOfPeople, type To } from './recipients'
import { channelWildcardNotAllowed, refusalOfContent, topicWildcardNotAllowed, WILDCARD_FREE_UP_TO } from './rules'
import { countSenders, sendersOf } from './conversation-rows'
import { insertMentions, insertMessage, insertTopicCall, Trait } from './storage'
import { maybeTopicKnownTo } from './topics-known'
import { messageFacts } from './wire'

/** What somebody wants said, and where; its Markdown was parsed at the edge. */
export type Draft = {
  to: To
  /** Only for a channel; a message without one is direct. */
  topic?: string
  content: string
  template: Template
  marks: Marks
  read_by_sender?: boolean
  /** Beside the words, where these do not ask for one themselves. */
  widget?: Widget
  /** Whose sight of channels and groups decides which names mean something, if not the sender's. */
  names_known_to?: User
  echo?: SentFacts['echo']
  awaited_by?: SentFacts['awaited_by']
}

/**
 * Sends a message to a channel. Whatever the number of people in it, the same rows are written: the index, the topic, the
 * event and the outbox.
 */
export function sendToChannel(realm: Realm, sender: User, draft: Draft & { topic: string }): Sent {
  return sendToPlace(realm, sender, placeFor(realm, sender, draft), draft)
}

function sendToPlace(realm: Realm, sender: User, place: Place, draft: Draft): Sent {
  const { channel, topic } = place
  const { stream_id } = channel
  const before = sentUnder(realm, sender, draft, placeInChannel(stream_id, topic))
  if (before !== undefined) return { id: before }
  // Whoever is in a channel and can read all of it knows of every topic that there is.
  const known = channel.history_public_to_subscribers
    ? () => maybeTopic(realm, stream_id, topic)
    : () => maybeTopicKnownTo(realm, sender, channel, topic)
  const isFirst = () => known() === undefined
  const policy = chooseByHabit(realm, sender, { stream_id, topic }, () => (isFirst() ? Deed.starts : Deed.writes))
  const id = postInTopic(realm, sender, place, draft)
  return policy === undefined ? { id } : { id, automatic_new_visibility_policy: policy }
}

const sentUnder = (realm: Realm, sender: User, { echo, content }: Draft, place: (number | string)[]) =>
  echo && sentBefore(realm, sender, echo, whatWasSaid(place, content))

/** The message, and what its topic is to its sender now, if writing to it changed that. */
export type Sent = { id: number; automatic_new_visibility_policy?: VisibilityPolicy }

/** What is asked before something is sent: how it will look does not matter yet. */
type Said = Pick<Draft, 'to' | 'topic' | 'content' | 'marks'>

/** Where in a channel this goes, if its sender may say it there. */
export function placeFor(realm: Realm, sender: User, said: Said & { topic: string }): Place {
  const addressed = channelMeant(realm, sender, said.to)
  const { channel } = addressed
  const topic = topicMeant(said.topic)
  const refusal =
    refusalOfContent(said.content) ??
    refusalOfTopic(topic, channel, settingsOf(realm).topics_policy) ??
    refusalOfChannel(addressed)
  if (refusal) throw refusal
  refuseWildcards(realm, sender, { channel, topic }, said.marks)
  return { channel, topic }
}

type Place = { channel: Channel; topic: string }

/** The same, for what the server itself says: it has whatever permission that takes. */
export function postInTopic(realm: Realm, sender: User, { channel, topic }: Place, draft: Omit<Draft, 'to'>): number {
  const id = realm.messageIds.take()
  tellOfMessageIn(realm, channel, id)
  const conversation = putInTopic(realm, channel.stream_id, topic, id)
  const { stream_id } = channel
  const audience: AudiencePart[] = [subscribersAt({ stream_id })]
  if (!channel.invite_only) audience.push(followersOfAllPublic({}))
  return deliver(realm, sender, draft, { id, conversation, audience })
}

/** Sends a direct message to a set of people, the sender among them. */
export function sendDirectly(realm: Realm, sender: User, draft: Draft): number {
  const ids = peopleFor(realm, sender, draft).map((user) => user.user_id)
  const before = sentUnder(realm, sender, draft, placeAmong(ids))
  if (before !== undefined) return before
  const id = realm.messageIds.take()
  const conversation = acquainting(
    realm,
    () => ids,
    () => putInDirect(realm, ids, id),
  )
  return deliver(realm, sender, draft, {
    id,
    conversation,
    audience: [thesePeople({ user_ids: ids })],
  })
}

/** Everyone to whom this goes, the sender among them, if the sender may say it to them. */
export function peopleFor(realm: Realm, sender: User, said: Said): User[] {
  const people = peopleMeant(realm, sender, said.to)
  const ids = people.map((user) => user.user_id)
  const isNew = maybeDirectConversation(realm, ids) === undefined
  const refusal = refusalOfContent(said.content) ?? refusalOfPeople(realm, sender, people, isNew)
  if (refusal) throw refusal
  return people
}

type Addressed = { id: number; conversation: Conversation; audience: AudiencePart[] }

function deliver(
  realm: Realm,
  sender: User,
  draft: Omit<Draft, 'to'>,
  { id, conversation, audience }: Addressed,
): number {
  const rendered = renderFor(realm, draft.names_known_to ?? sender, draft.template)
  const byGroup = [...rendered.mentioned_group_ids].flatMap((group) => membersOf(realm, allGroups(realm).get(group)!))
  const named = [...rendered.mentioned_user_ids]
  const widget = draft.widget ?? widgetIn(draft.content)
  const isRead = draft.read_by_sender ?? isHumanClient(realm.client.name, realm.config.vendor)
  const isTopicCalled = conversation.stream_id !== null && draft.marks.mentions_topic_wildcard
  const called = isTopicCalled ? [...new Set([...sendersOf(realm, conversation.id), sender.user_id])] : null
  // Who wrote in a topic of which a part was moved cannot be told from where they wrote.
  const callKept = conversation.is_mixed === 0 ? null : called
  const message = {
    id,
    conversation_id: conversation.id,
    sender_id: sender.user_id,
    sent_at: realm.now(),
    traits:
      traitsOf(draft.marks, rendered, conversation) |
      (isRead ? Trait.readBySender : 0) |
      (callKept ? Trait.topicCallKept : 0) |
      (widget ? Trait.submessage : 0),
  }
  const body: MessageBody = {
    content: draft.content,
    rendered_content: rendered.html,
    client: realm.client.name,
    is_me_message: draft.marks.is_me_message,
  }
  const alerted = markAlerted(realm, { id, conversation }, body.rendered_content)
  const deaf = whoMuted(realm, sender, conversation)
  const facts: SentFacts = {
    message: { ...messageFacts(realm, message, conversation), submessages: shownBy(realm, message, widget) },
    body,
    mentioned: [...new Set([...named, ...byGroup])],
    channel_wildcard: draft.marks.mentions_channel_wildcard,
    topic_wildcard: called,
    ...(alerted.length > 0 ? { alerted } : {}),
    read_by: isRead ? [...deaf, sender.user_id] : deaf,
    awaited_by: draft.awaited_by,
    echo: draft.echo,
  }

  insertMessage(realm, message)
  insertMentions(realm, id, named, byGroup)
  if (conversation.stream_id !== null && named.length > 0) followWhereMentioned(realm, conversation, named)
  if (callKept) insertTopicCall(realm, id, callKept)
  const { upload_paths } = draft.marks
  for (const adornment of realm.adornments) adornment.sent?.(realm, { id, sender_id: sender.user_id, upload_paths })
  markSent(realm, sender.user_id, id, isRead)
  for (const user_id of deaf) addMarks(realm, user_id, 'read', [id])
  if (draft.awaited_by) markReadByAllBut(realm, id, draft.awaited_by)
  realm.bodies.put(id, realm.log.takeId(), body)
  realm.publish(messageSent(facts), audience)
  rememberEcho(realm, facts)
  noteNotifications(realm, { message_id: id, conversation, sender, ...facts })
  return id
}

/**
 * Those who muted the sender and receive the message all the same. To each it arrives as read, which is a row for each: so
 * it can be marked unread again, and whoever asks what is read finds one answer. However many hear them, few mute anybody.
 */
function whoMuted(realm: Realm, sender: User, { stream_id, people }: Conversation): number[] {
  const muters = mutersOf(realm, sender.user_id)
  if (muters.length === 0) return []
  const receive = stream_id === null ? new Set(people) : subscribedAmong(realm, stream_id, muters)
  return muters.filter((user_id) => receive.has(user_id))
}

const shownBy = (realm: Realm, { id, sender_id }: { id: number; sender_id: number }, widget: Widget | undefined) =>
  widget === undefined ? [] : [insertWidget(realm.sql, { message_id: id, id: realm.log.takeId(), sender_id }, widget)]

/** What a message's words say of it. */
export function traitsOf(marks: Marks, rendered: Rendered, conversation: Conversation): number {
  const isTopic = conversation.stream_id !== null
  return (
    (marks.has_link ? Trait.link : 0) |
    (marks.has_image ? Trait.image : 0) |
    (marks.upload_paths.length > 0 ? Trait.attachment : 0) |
    (marks.mentions_channel_wildcard ? Trait.channelWildcard : 0) |
    (isTopic && marks.mentions_topic_wildcard ? Trait.topicWildcard : 0) |
    (rendered.mentioned_user_ids.size > 0 ? Trait.someoneMentioned : 0) |
    (rendered.mentioned_group_ids.size > 0 ? Trait.groupMentioned : 0)
  )
}

export function refuseWildcards(realm: Realm, sender: User, to: Place, marks: Marks) {
  const { channel, topic } = to
  if (!marks.mentions_channel_wildcard && !marks.mentions_topic_wildcard) return
  if (realmAllows(realm, sender, 'can_mention_many_users_group')) return
  if (marks.mentions_channel_wildcard && channel.subscriber_count > WILDCARD_FREE_UP_TO)
    throw channelWildcardNotAllowed({})
  if (!marks.mentions_topic_wildcard) return
  const known = maybeTopic(realm, channel.stream_id, topic)
  if (known && countSenders(realm, known.id, WILDCARD_FREE_UP_TO + 1) > WILDCARD_FREE_UP_TO)
    throw topicWildcardNotAllowed({})
}
