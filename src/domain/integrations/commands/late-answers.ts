import * as v from 'valibot'
import type { Realm } from '../../../realm'
import { normalizeContent } from '../../messages/message-index/rules'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { withClientName } from '../../realm/settings/client-name'
import { sendDirectMessage } from '../../writing/sending/actions'
import { controlsOf, finishCommand, getCommand, parsed } from './actions'
import { requireAnswerable } from './answer-token'
import { countLateAnswer } from './late-answers-storage'
import type { CommandAnswer } from './read-answer'
import { answerIsLate, answerIsUnknown, MAX_LATE_ANSWERS, tooManyAnswers } from './rules'

/** A run of a command, whose program may still answer until a time. */
const runShape = v.strictObject({
  run_id: v.string(),
  command_id: v.number(),
  user_id: v.number(),
  stream_id: v.optional(v.number()),
  topic: v.optional(v.string()),
  until: v.number(),
})
type AnswerableRun = v.InferOutput<typeof runShape>

const RUN = { answered: 'command', shape: runShape, isUnknown: answerIsUnknown, isLate: answerIsLate } as const

/** Returns the run of an address for late answers. Throws if its time has passed, or if its user or command is gone. */
export function requireAnswerableRun(realm: Realm, token: string): AnswerableRun & { actor: User } {
  const run = requireAnswerable(realm, token, RUN)
  getCommand(realm, run.command_id)
  return run
}

/** Sends a late answer: in the topic, or to the user alone as a direct message. */
export function answerLater(realm: Realm, token: string, answer: CommandAnswer): void {
  const { actor, run_id, until, command_id, stream_id, topic } = requireAnswerableRun(realm, token)
  if (countLateAnswer(realm, run_id, until) > MAX_LATE_ANSWERS) throw tooManyAnswers({})
  const run = { command_id, text: '', ...(stream_id === undefined ? {} : { stream_id, topic }) }
  const { answer: forUser } = finishCommand(realm, actor, run, answer)
  if (forUser === undefined) return
  const { name, bot_id } = getCommand(realm, command_id)
  const content = normalizeContent(`\`/${name}\`:\n\n${forUser.content}`)
  const message = { content, ...parsed(realm, content), ...controlsOf(answer), to: [actor.user_id] }
  sendDirectMessage(withClientName(realm, 'Command'), findUser(realm, bot_id)!, message)
}
