import type { Refusal } from '../../../api/errors'
import { discordMessage, discordParts } from './discord-message'
import { problemOf, type Problem } from './rules'
import type { SentMessage } from './sent-message'

/** What a client of another chat server expects as an answer. */
export type Answers = { succeed: (sent: SentMessage) => Response; refuse: (refusal: Refusal) => Response }

const plain = (text: string, status = 200): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
const withJson = (value: unknown, status = 200): Response =>
  Response.json(value, { status, headers: { 'content-type': 'application/json; charset=utf-8' } })

const SLACK_ERRORS: Record<Problem, [status: number, error: string]> = {
  'unknown address': [404, 'no_service'],
  unreadable: [400, 'invalid_payload'],
  'nothing to show': [400, 'no_text'],
  'no channel': [404, 'channel_not_found'],
  'no message': [404, 'message_not_found'],
  archived: [410, 'channel_is_archived'],
  'too many requests': [429, 'rate_limited'],
  'too large': [413, 'msg_too_long'],
  'not allowed': [403, 'action_prohibited'],
  failed: [500, 'rollup_error'],
}

export const slackAnswers: Answers = {
  succeed: () => plain('ok'),
  refuse: (refusal) => {
    if (/^More than \d+ (blocks|attachments)/.test(refusal.msg))
      return plain(refusal.msg.endsWith('blocks') ? 'invalid_blocks' : 'too_many_attachments', 400)
    const [status, error] = SLACK_ERRORS[problemOf(refusal)]
    return plain(error, status)
  },
}

const STATUS: Record<Problem, number> = {
  'unknown address': 404,
  unreadable: 400,
  'nothing to show': 400,
  'no channel': 404,
  'no message': 404,
  archived: 403,
  'too many requests': 429,
  'too large': 413,
  'not allowed': 403,
  failed: 500,
}

const MATTERMOST_IDS: Record<Problem, string> = {
  'unknown address': 'web.incoming_webhook.invalid.app_error',
  unreadable: 'web.incoming_webhook.decode.app_error',
  'nothing to show': 'web.incoming_webhook.text.app_error',
  'no channel': 'web.incoming_webhook.channel.app_error',
  'no message': 'web.incoming_webhook.general.app_error',
  archived: 'api.post.create_post.can_not_post_to_deleted.error',
  'too many requests': 'api.context.rate_limit.app_error',
  'too large': 'web.incoming_webhook.text.length.app_error',
  'not allowed': 'web.incoming_webhook.permissions.app_error',
  failed: 'web.incoming_webhook.general.app_error',
}

export const mattermostAnswers: Answers = {
  succeed: () => plain('ok'),
  refuse: (refusal) => {
    const problem = problemOf(refusal)
    const status_code = STATUS[problem]
    const error = { id: MATTERMOST_IDS[problem], message: refusal.msg, detailed_error: '', request_id: '', status_code }
    return withJson(error, status_code)
  },
}

export const rocketchatAnswers: Answers = {
  succeed: () => withJson({ success: true }),
  refuse: (refusal) => withJson({ success: false, error: refusal.msg }, STATUS[problemOf(refusal)]),
}

const DISCORD_CODES: Record<Problem, [status: number, code: number]> = {
  'unknown address': [404, 10015],
  unreadable: [400, 50109],
  'nothing to show': [400, 50006],
  'no channel': [404, 10003],
  'no message': [404, 10008],
  archived: [400, 50083],
  'too many requests': [429, 0],
  'too large': [413, 40005],
  'not allowed': [403, 50013],
  failed: [500, 0],
}

export const discordAnswers: Answers = {
  succeed: (sent) =>
    /^(?:true|1)$/i.test(sent.url.searchParams.get('wait') ?? '')
      ? withJson(discordMessage(sent, discordParts(sent.body)))
      : new Response(null, { status: 204 }),
  refuse: (refusal) => {
    const [status, code] = /^More than \d+ /.test(refusal.msg) ? [400, 50035] : DISCORD_CODES[problemOf(refusal)]
    const retry_after = refusal.fields['retry-after']
    return withJson(
      { message: refusal.msg, code, ...(retry_after === undefined ? {} : { retry_after, global: false }) },
      status,
    )
  },
}

const refuseAsTeams: Answers['refuse'] = (refusal) => {
  const problem = problemOf(refusal)
  if (problem === 'nothing to show') return plain('Summary or Text is required.', 400)
  return withJson({ error: { code: refusal.code, message: refusal.msg } }, STATUS[problem])
}

/** A connector answers `1` to all that it accepts. Programs take every other answer for a failure: `@type` is not needed. */
export const connectorAnswers: Answers = { succeed: () => plain('1'), refuse: refuseAsTeams }

/** A workflow accepts the cards, and answers nothing. */
export const workflowAnswers: Answers = {
  succeed: () => new Response(null, { status: 202 }),
  refuse: refuseAsTeams,
}
