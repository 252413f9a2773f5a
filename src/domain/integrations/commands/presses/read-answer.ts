import { ApiError } from '../../../../api/errors'
import { parseJson } from '../../../../api/parse-json'
import type { ControlRow } from '../../../../integrations/controls'
import { at, textAt } from '../../../../integrations/fields'
import { readSlackMessage } from '../read-answer'
import { answerIsUnreadable } from '../rules'

/** What a program answers to a press: it changes or deletes its message, posts another one, or tells the user something. */
export type PressAnswer =
  | { effect: 'delete' }
  | { effect: 'replace' | 'post' | 'tell'; content: string; controls?: readonly ControlRow[] }

/**
 * Returns the answer in the response to a press. As in Slack, a text alone is none: many programs write “ok” there. An answer names
 * its effect.
 */
export async function readFirstAnswer(text: string, now: number): Promise<PressAnswer | undefined> {
  const message = parseJson(text)
  const isAnswer = ['response_type', 'replace_original', 'delete_original'].some(
    (name) => at(message, name) !== undefined,
  )
  return isAnswer ? readAnswer(message, { now, isFirst: true }) : undefined
}

/** Returns the answer that a program sends to the address of a press. */
export const readLateAnswer = (text: string, now: number): Promise<PressAnswer> =>
  readAnswer(parseJson(text), { now, isFirst: false })

async function readAnswer(message: unknown, { now, isFirst }: { now: number; isFirst: boolean }): Promise<PressAnswer> {
  if (typeof message !== 'object' || message === null) throw answerIsUnreadable({})
  if (isSet(message, 'delete_original')) return { effect: 'delete' }
  const isPublic = textAt(message, 'response_type') === 'in_channel'
  const effect = isSet(message, 'replace_original') ? 'replace' : isPublic ? 'post' : 'tell'
  // The first answer for the user alone is no message, so nothing in it can be pressed.
  const receivesPresses = !(isFirst && effect === 'tell')
  const read = await readSlackMessage(message, { now, receivesPresses }).catch((error: unknown) => {
    if (error instanceof ApiError) throw answerIsUnreadable({})
    throw error
  })
  if (read === undefined) throw answerIsUnreadable({})
  return { effect, content: read.content, ...(read.controls === undefined ? {} : { controls: read.controls }) }
}

/** Programs write both true and “true”. */
const isSet = (message: object, name: string): boolean => at(message, name) === true || at(message, name) === 'true'
