import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import { fetchOutside, type Outside, type OutsideFailure } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { buttonsParam, type Buttons } from '../../messages/submessages/widget'
import type { WebhookRequest } from './payload'

/** What the webhook says in the conversation, with buttons or without. */
export type Answer = { content: string; widget?: Buttons }

/** The result of a request: an answer for the conversation, no answer, or a failure. */
export type Outcome = { answer?: Answer } | Failure

type Failure = { failure: string; canRetry: boolean }

/**
 * Sends a message to an outgoing webhook and returns its answer. A failure tells the owner nothing of the response but its
 * status.
 */
export async function requestWebhook(outside: Outside, request: WebhookRequest): Promise<Outcome> {
  const sent = await sendToAddress(outside, request)
  return 'failure' in sent ? sent : outcomeOf(sent.text)
}

/** Sends a request to the address of a webhook. Returns the text of its answer. */
export async function sendToAddress(
  outside: Outside,
  { url, content_type, body, signature }: WebhookRequest,
): Promise<{ text: string } | Failure> {
  const headers = { 'content-type': content_type, 'user-agent': 'ParleyOutgoingWebhook/0.1', ...signature }
  const result = await fetchOutside(outside, purposes.webhooks, { url, method: 'POST', headers, body })
  if ('failure' in result) return FAILURES[result.failure]
  const { response } = result
  if (response.ok) return { text: await response.text() }
  return { failure: `it answered with status ${response.status}`, canRetry: response.status >= 500 }
}

const FAILURES: Record<OutsideFailure, Failure> = {
  address: { failure: 'this server does not call its address', canRetry: false },
  disabled: { failure: 'this server does not call webhooks', canRetry: false },
  'too-large': { failure: 'its answer is too large', canRetry: false },
  'too-many-redirects': { failure: 'its address leads elsewhere', canRetry: false },
  late: { failure: 'it did not answer', canRetry: true },
  unreachable: { failure: 'it did not answer', canRetry: true },
}

// `response_string` is the older name of `content`. Interface 2 uses `text`.
const CONTENT_FIELDS = ['content', 'response_string', 'text']

/** An empty response is no answer. */
function outcomeOf(text: string): Outcome {
  if (text.trim() === '') return {}
  const json = parseJson(text)
  if (typeof json !== 'object' || json === null) return { failure: 'its answer is not a JSON object', canRetry: false }
  if ('response_not_required' in json && json.response_not_required === true) return {}
  for (const field of CONTENT_FIELDS) {
    const content: unknown = Object.entries(json).find(([name]) => name === field)?.[1]
    if (typeof content === 'string' && content.trim() !== '') return withButtons(content, json)
  }
  return {}
}

/** The buttons are an object, or JSON of it. The reference takes the latter. */
function withButtons(content: string, json: object): Outcome {
  const given: unknown = 'widget_content' in json ? json.widget_content : null
  if (given === null) return { answer: { content } }
  const { success, output } = v.safeParse(buttonsParam, typeof given === 'string' ? parseJson(given) : given)
  if (!success) return { failure: 'its answer has buttons of an unknown form', canRetry: false }
  return { answer: { content, widget: output } }
}
