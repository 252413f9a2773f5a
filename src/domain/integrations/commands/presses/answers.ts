import * as v from 'valibot'
import { withReferences } from '../../../../integrations/references'
import type { Realm } from '../../../../realm'
import { getVisibleMessage } from '../../../messages/access/access'
import type { IndexedMessage } from '../../../messages/message-index/message'
import { normalizeContent } from '../../../messages/message-index/rules'
import type { User } from '../../../people/users/user'
import { withClientName } from '../../../realm/settings/client-name'
import { deleteMessage } from '../../../writing/deletion/actions'
import { editMessage } from '../../../writing/editing/actions'
import { sendChannelMessage, sendDirectMessage } from '../../../writing/sending/actions'
import { answerFor, controlsOf, parsed } from '../actions'
import { requireAnswerable } from '../answer-token'
import { countLateAnswer } from '../late-answers-storage'
import { referenceFinder } from '../../incoming-webhooks/find-reference'
import { requireProgram } from './actions'
import type { PressAnswer } from './read-answer'
import { MAX_LATE_ANSWERS } from '../rules'
import { answerIsLate, answerIsUnknown, tooManyAnswers } from './rules'

/** A press, whose program may still answer until a time. */
const pressShape = v.strictObject({
  press_id: v.string(),
  message_id: v.number(),
  user_id: v.number(),
  until: v.number(),
})

const PRESS = { answered: 'press', shape: pressShape, isUnknown: answerIsUnknown, isLate: answerIsLate } as const

/** Returns the press of an address for late answers. Throws if its time has passed, or if its user is gone. */
export const requireAnswerablePress = (realm: Realm, token: string) => requireAnswerable(realm, token, PRESS)

/** Does what a late answer says. What is for the user alone is a direct message of the bot. */
export async function answerPressLater(realm: Realm, token: string, answer: PressAnswer): Promise<object> {
  const { actor, press_id, until, message_id } = requireAnswerablePress(realm, token)
  if (countLateAnswer(realm, press_id, until) > MAX_LATE_ANSWERS) throw tooManyAnswers({})
  if (answer.effect !== 'tell') return finishPress(realm, actor, { message_id, answer })
  const { bot } = requirePressed(realm, actor, message_id)
  const message = { ...draftOf(realm, bot, answer), to: [actor.user_id] }
  sendDirectMessage(withClientName(realm, CLIENT), bot, message)
  return {}
}

const CLIENT = 'Press'

/** Does what an answer says. Returns what is for the user alone. The rights of the user and of the bot are checked again. */
export async function finishPress(
  realm: Realm,
  actor: User,
  { message_id, answer }: { message_id: number; answer: PressAnswer },
): Promise<{ answer?: ReturnType<typeof answerFor> }> {
  const { bot, message } = requirePressed(realm, actor, message_id)
  if (answer.effect === 'delete') deleteMessage(realm, bot, message_id)
  else if (answer.effect === 'replace') await replace(realm, bot, { message_id, answer })
  else if (answer.effect === 'post') post(realm, bot, message, answer)
  else return { answer: answerFor(realm, bot, contentOf(realm, bot, answer)) }
  return {}
}

function requirePressed(realm: Realm, actor: User, message_id: number): { bot: User; message: IndexedMessage } {
  const message = getVisibleMessage(realm, actor, message_id)
  return { ...requireProgram(realm, message), message }
}

type WithText = Exclude<PressAnswer, { effect: 'delete' }>

const contentOf = (realm: Realm, bot: User, { content }: WithText): string =>
  normalizeContent(withReferences(content, referenceFinder(realm, bot, false)))

function draftOf(realm: Realm, bot: User, answer: WithText) {
  const content = contentOf(realm, bot, answer)
  return { content, ...parsed(realm, content), ...controlsOf(answer) }
}

function replace(realm: Realm, bot: User, { message_id, answer }: { message_id: number; answer: WithText }) {
  const { controls = [], ...newContent } = draftOf(realm, bot, answer)
  return editMessage(realm, bot, {
    message_id,
    newContent,
    propagate_mode: 'change_one',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
    ofPress: { controls },
  })
}

function post(realm: Realm, bot: User, { conversation }: IndexedMessage, answer: WithText): void {
  const draft = draftOf(realm, bot, answer)
  const realmOfPress = withClientName(realm, CLIENT)
  if (conversation.stream_id === null) sendDirectMessage(realmOfPress, bot, { ...draft, to: conversation.people })
  else sendChannelMessage(realmOfPress, bot, { ...draft, to: conversation.stream_id, topic: conversation.topic })
}
