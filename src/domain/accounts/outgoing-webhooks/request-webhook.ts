import { parseJson } from '../../../api/parse-json'
import type { WebhookRequest } from './payload'

/** What came of asking: something to say, nothing to say, or why not. */
export type Outcome = { content?: string } | { failure: string; mayBeTriedAgain: boolean }

const PATIENCE_MILLISECONDS = 10_000
const MOST_CHARACTERS = 100_000

/**
 * Asks an outgoing webhook, wherever some member said it was. It is believed little: it has so long to answer and so much to
 * say, and sends nobody anywhere else. Whoever is told of a failure is told how it went, and nothing of what was answered.
 */
export async function ask({ url, content_type, body }: WebhookRequest): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': content_type, 'user-agent': 'ParleyOutgoingWebhook/0.1' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    })
    if (response.ok) return wordsIn(await beginningOf(response))
    await response.body?.cancel()
    return { failure: `it answered with status ${response.status}`, mayBeTriedAgain: response.status >= 500 }
  } catch {
    return { failure: 'it did not answer', mayBeTriedAgain: true }
  }
}

async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (value !== undefined) text += value
    if (done) return text
    if (text.length > MOST_CHARACTERS) {
      await reader?.cancel()
      return text
    }
  }
}

/** Nothing at all is an answer, too. `content` is ours, `response_string` its older name, `text` the other chat's. */
function wordsIn(text: string): Outcome {
  if (text.trim() === '') return {}
  const said = parseJson(text)
  if (typeof said !== 'object' || said === null)
    return { failure: 'what it answered is not a JSON object', mayBeTriedAgain: false }
  if ('response_not_required' in said && said.response_not_required === true) return {}
  for (const name of ['content', 'response_string', 'text']) {
    const words: unknown = Object.entries(said).find(([key]) => key === name)?.[1]
    if (typeof words === 'string' && words.trim() !== '') return { content: words }
  }
  return {}
}
