import { ApiError } from '../../../api/errors'
import { parseJson } from '../../../api/parse-json'
import { deliveryOf } from '../../../integrations/delivery'
import { ADDRESS_FORMATS } from '../../../integrations/addresses'
import { at, textAt } from '../../../integrations/fields'
import { invalidBody, nothingToShow } from '../../../integrations/errors'
import { interpret } from '../../../integrations/interpret'

/** The answer to a command: Markdown with references, and whether all users of the conversation see it. */
export type CommandAnswer = { content: string; isPublic: boolean }

/** Returns the answer in a response, or undefined if it is empty. It has the form of Slack, or is plain text. */
export async function readAnswer(text: string, now: number): Promise<CommandAnswer | undefined> {
  if (text.trim() === '') return undefined
  const value = parseJson(text)
  const message = typeof value === 'object' && value !== null ? value : { text }
  if (Object.keys(message).length === 0) return undefined
  // Elsewhere, a message does without a text that cannot be read. Here, the user waits for it.
  if (at(message, 'text') && textAt(message, 'text') === undefined) throw invalidBody({})
  const integration = await ADDRESS_FORMATS['slack address']()
  const json = JSON.stringify(message)
  const body = { bytes: new TextEncoder().encode(json), text: json, content_type: 'application/json' }
  const delivery = deliveryOf(integration, { headers: new Headers(), parameters: new URLSearchParams(), now })
  const content = contentOf(() => interpret(integration, body, delivery, {}).texts[0]?.content)
  return content === undefined ? undefined : { content, isPublic: textAt(message, 'response_type') === 'in_channel' }
}

/** An answer without text is none. */
function contentOf(read: () => string | undefined): string | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ApiError && error.message === nothingToShow({}).message) return undefined
    throw error
  }
}
