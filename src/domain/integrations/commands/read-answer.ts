import { ApiError } from '../../../api/errors'
import { parseJson } from '../../../api/parse-json'
import { deliveryOf } from '../../../integrations/delivery'
import type { ControlRow } from '../../../integrations/controls'
import { ADDRESS_FORMATS } from '../../../integrations/addresses'
import { at, textAt } from '../../../integrations/fields'
import { invalidBody, nothingToShow } from '../../../integrations/errors'
import { interpret } from '../../../integrations/interpret'

/** The answer to a command: Markdown with references, controls, and whether all users of the conversation see it. */
export type CommandAnswer = SlackMessage & { isPublic: boolean }

/** Which answers of a program become messages with controls: all, those for all users of a conversation, or none. */
export type PressableAnswers = 'all' | 'public' | 'none'

/** Returns the answer in a response, or undefined if it is empty. It has the form of Slack, or is plain text. */
export async function readAnswer(
  text: string,
  { now, pressable }: { now: number; pressable: PressableAnswers },
): Promise<CommandAnswer | undefined> {
  if (text.trim() === '') return undefined
  const value = parseJson(text)
  const message = typeof value === 'object' && value !== null ? value : { text }
  const isPublic = textAt(message, 'response_type') === 'in_channel'
  const receivesPresses = pressable === 'all' || (pressable === 'public' && isPublic)
  const answer = await readSlackMessage(message, { now, receivesPresses })
  return answer && { content: answer.content, controls: answer.controls, isPublic }
}

/** Returns what a message of Slack shows, or undefined if it is empty. Throws if it cannot be read. */
export async function readSlackMessage(
  message: object,
  facts: { now: number; receivesPresses: boolean },
): Promise<SlackMessage | undefined> {
  if (Object.keys(message).length === 0) return undefined
  // Elsewhere, a message does without a text that cannot be read. Here, the user waits for it.
  if (at(message, 'text') && textAt(message, 'text') === undefined) throw invalidBody({})
  const integration = await ADDRESS_FORMATS['slack address']()
  const json = JSON.stringify(message)
  const body = { bytes: new TextEncoder().encode(json), text: json, content_type: 'application/json' }
  const delivery = deliveryOf(integration, { headers: new Headers(), parameters: new URLSearchParams(), ...facts })
  return unlessEmpty(() => interpret(integration, body, delivery, {}).texts[0])
}

type SlackMessage = { content: string; controls?: readonly ControlRow[] | undefined }

/** An answer without text is none. */
function unlessEmpty(read: () => SlackMessage | undefined): SlackMessage | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ApiError && error.message === nothingToShow({}).message) return undefined
    throw error
  }
}
