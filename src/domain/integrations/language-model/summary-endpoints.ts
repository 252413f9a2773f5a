import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { named } from '../../../api/named'
import { boolean, ids, integer, optional, shortText, text } from '../../../api/params'
import { parseJson } from '../../../api/parse-json'
import { endpoint, step, type Edge } from '../../../edge'
import type { Realm } from '../../../realm'
import { getMessages } from '../../messages/fetching/endpoints'
import { existingIds } from '../../messages/message-index/storage'
import { versionsOfIds } from '../../messages/message-index/version-storage'
import {
  findAnswer,
  MAX_ANSWER_AGE_SECONDS,
  MAX_ANSWER_CHARACTERS,
  summaryOf,
  writeAnswer,
} from '../../messages/model-answers/storage'
import { badNarrow } from '../../messages/narrows/term'
import { anyUser } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { askingSteps, askModel } from './ask-model'
import { askingErrors, nothingToSummarize, placeIsUnclear, unknownLanguage } from './errors'
import { noteAnswer, requireMayAsk, requireModel } from './model'
import {
  fittingMessages,
  languageNamed,
  MAX_MESSAGES_READ,
  pointsIn,
  questionAboutSummary,
  type Point,
} from './prompt-rules'

const pointShape = v.strictObject({ text: v.string(), message_ids: v.array(v.number()) })

const MAX_PEOPLE = 50

const findStored = step((realm: Realm, _: User, { question }: { question: string }): { content: string | null } => ({
  content: findAnswer(realm.sql, question, realm.now() - MAX_ANSWER_AGE_SECONDS) ?? null,
}))

type Finished = {
  points: Point[]
  read: number
  is_complete: boolean
  /** What the model answered just now. */
  fresh?: { question: string; ids: number[]; event: number; input_tokens: number; output_tokens: number }
}

export const summarize = endpoint.twoStep({
  route: 'POST /parley/summaries',
  summary:
    'Summarize a topic, a direct conversation or all unread messages, with the language model of the organization.',
  note:
    `The model reads the newest ${MAX_MESSAGES_READ} messages that the user can read, or fewer if they are long: then \`is_complete\` is false. ` +
    'The points are plain text by a model, which can be wrong. Each names messages that show it. The server asks the model once for the ' +
    'same messages: `is_stored` says that it answered earlier. Without a place, it reads unread messages that are not muted.',
  caller: anyUser,
  params: {
    stream_id: optional(integer()),
    topic: optional(shortText()),
    user_ids: optional(ids(MAX_PEOPLE)),
    only_unread: optional(boolean(), false),
    language: text(35),
  },
  returns: {
    points: v.array(named('SummaryPoint', pointShape)),
    messages: v.number(),
    is_complete: v.boolean(),
    is_stored: v.boolean(),
  },
  errors: [...askingErrors, insufficientPermission, nothingToSummarize, placeIsUnclear, unknownLanguage, badNarrow],
  steps: { ...askingSteps, findStored },
  decide: (realm, user, place) => {
    requireMayAsk(realm, user)
    requireModel(realm)
    const language = languageNamed(place.language)
    if (language === undefined) throw unknownLanguage({})
    return { begun: { narrow: narrowOf(place), language, event: realm.log.lastId } }
  },
  work: async (edge, { narrow, language, event }): Promise<Finished> => {
    const { messages, found_oldest } = await messagesIn(edge, narrow)
    if (messages.length === 0) throw nothingToSummarize({})
    const fitting = fittingMessages(messages)
    const read = fitting.length
    const is_complete = found_oldest && read === messages.length
    const asks = questionAboutSummary(fitting, language)
    const question = summaryOf(createHash('sha256').update(JSON.stringify(asks)).digest('base64url'))
    const stored = await edge.ask(findStored, { question })
    if (stored.content !== null) return { points: v.parse(pointsShape, parseJson(stored.content)), read, is_complete }
    const { text: answer, ...tokens } = await askModel(edge, asks)
    const readIds = fitting.map(({ id }) => id)
    const points = pointsIn(answer, new Set(readIds))
    return { points, read, is_complete, fresh: { question, ids: readIds, event, ...tokens } }
  },
  finish: (realm, _, { points, read, is_complete, fresh }) => {
    if (fresh) {
      noteAnswer(realm, fresh)
      const content = JSON.stringify(points)
      if (areUnchanged(realm, fresh) && content.length <= MAX_ANSWER_CHARACTERS)
        writeAnswer(realm, { question: fresh.question, message_id: null, content })
    }
    return { points, messages: read, is_complete, is_stored: fresh === undefined }
  },
})

/** A text that was deleted or edited meanwhile must not stay in a summary. */
const areUnchanged = ({ sql }: Realm, { ids: read, event }: { ids: number[]; event: number }): boolean =>
  existingIds(sql, read).length === read.length &&
  [...versionsOfIds(sql, read).values()].every((version) => version <= event)

const pointsShape = v.array(pointShape)

type Narrow = { operator: string; operand: string | number | number[] }[]

type Place = {
  stream_id?: number | undefined
  topic?: string | undefined
  user_ids?: number[] | undefined
  only_unread: boolean
}

function narrowOf({ stream_id, topic, user_ids, only_unread }: Place): Narrow {
  const unread = { operator: 'is', operand: 'unread' }
  const unreadIfAsked = only_unread ? [unread] : []
  if ((stream_id === undefined) !== (topic === undefined)) throw placeIsUnclear({})
  if (stream_id === undefined || topic === undefined)
    return user_ids === undefined
      ? [unread, { operator: 'in', operand: 'home' }]
      : [{ operator: 'dm', operand: user_ids }, ...unreadIfAsked]
  if (user_ids !== undefined) throw placeIsUnclear({})
  return [{ operator: 'channel', operand: stream_id }, { operator: 'topic', operand: topic }, ...unreadIfAsked]
}

const fetchedShape = v.object({
  found_oldest: v.boolean(),
  messages: v.array(
    v.object({
      id: v.number(),
      sender_full_name: v.string(),
      timestamp: v.number(),
      content: v.string(),
      subject: v.string(),
      display_recipient: v.union([v.string(), v.array(v.object({ full_name: v.string() }))]),
    }),
  ),
})

/** Returns what the user can read of a narrow, as `GET /messages` decides it. */
async function messagesIn(edge: Edge, narrow: Narrow) {
  const answer = await edge.call(getMessages, {
    anchor: 'newest',
    num_before: MAX_MESSAGES_READ,
    num_after: 0,
    narrow,
    apply_markdown: false,
    client_gravatar: false,
  })
  const { found_oldest, messages } = v.parse(fetchedShape, answer)
  const read = messages.map(({ id, sender_full_name, timestamp, content, subject, display_recipient }) => ({
    id,
    sender: sender_full_name,
    sent_at: timestamp,
    content,
    place: typeof display_recipient === 'string' ? `${display_recipient} > ${subject}` : 'direct message',
  }))
  return { found_oldest, messages: read }
}
