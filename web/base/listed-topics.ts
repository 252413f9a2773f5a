import type { AnswerOf, Event } from '../../client-state/wire'
import type { Client } from '../client/client'
import { createAsk } from '../wire/requests'

type Topics = AnswerOf<'GET /users/me/:stream_id/topics'>['topics']

const MAX_CHANNELS = 200

/**
 * Returns a function that lists the topics of a channel, the most recent first. It reads them once for each channel and registration, and
 * events of messages change them. `readKept` returns those of the replica, with the events that it lacks, or undefined if only the server
 * knows all of them.
 */
export function listTopics(
  client: Pick<Client, 'environment' | 'onEvents' | 'registrations' | 'session' | 'signal'>,
  readKept: (stream_id: number) => Promise<{ topics: Topics; missed: readonly Event[] } | undefined>,
): (stream_id: number) => Promise<Topics> {
  const { environment, onEvents, registrations, session, signal } = client
  // Without what answers from the replica.
  const ask = createAsk({ api: environment.api, silence: environment.silence }, session, signal)
  let lists = new Map<number, Promise<Topics>>()
  let registration = registrations()

  async function read(stream_id: number): Promise<Topics> {
    const fields = { stream_id, allow_empty_topic_name: true }
    const kept = await readKept(stream_id)
    const lists = new Map(kept && [[stream_id, Promise.resolve(kept.topics)]])
    return (
      (await kept?.missed.reduce(listsAfter, lists).get(stream_id)) ??
      (await ask('GET /users/me/:stream_id/topics', fields)).topics
    )
  }

  onEvents.add((events) => {
    for (const event of events) lists = listsAfter(lists, event)
  })

  return (stream_id) => {
    if (registration !== registrations()) lists.clear()
    registration = registrations()
    const listed = lists.get(stream_id) ?? read(stream_id)
    if (lists.size < MAX_CHANNELS) lists.set(stream_id, listed)
    listed.catch(() => lists.delete(stream_id))
    return listed
  }
}

/** Returns the lists after an event. Where an event does not say which topics a channel has now, its list is read again. */
function listsAfter(lists: Map<number, Promise<Topics>>, event: Event): Map<number, Promise<Topics>> {
  if (event.type === 'stream' || (event.type === 'subscription' && (event.op === 'add' || event.op === 'remove')))
    return new Map()
  if (event.type === 'message' && event.message.type === 'stream') {
    const { id, stream_id, subject } = event.message
    const list = lists.get(stream_id)
    if (list)
      lists.set(
        stream_id,
        list.then((topics) => withMessage(topics, { name: subject, max_id: id })),
      )
  }
  if (event.type === 'update_message' && (event.subject !== undefined || event.new_stream_id !== undefined)) {
    lists.delete(event.stream_id ?? 0)
    lists.delete(event.new_stream_id ?? 0)
  }
  if (event.type === 'delete_message' && event.message_type === 'stream') lists.delete(event.stream_id ?? 0)
  return lists
}

/** The name is written as in the newest message. A list that was read after the message has it. */
const withMessage = (topics: Topics, newest: Topics[number]): Topics =>
  topics.some(({ max_id }) => max_id >= newest.max_id)
    ? topics
    : [newest, ...topics.filter(({ name }) => name.toLowerCase() !== newest.name.toLowerCase())]
