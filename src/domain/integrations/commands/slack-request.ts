import { createHmac } from 'node:crypto'
import { standardSignature } from '../../../outside/standard-webhooks'

/**
 * Returns the headers and the body of a form for a program. It is signed in the way of Slack, with the newest secret, and as
 * Standard Webhooks describes, with each secret. `id` is that of the request, so that the program can drop repetitions.
 */
export function slackRequest(id: string, form: Record<string, string>, secrets: readonly string[], now: number) {
  const body = new URLSearchParams(form).toString()
  const keys = secrets.map((secret) => Buffer.from(secret, 'base64'))
  const [newest = ''] = secrets
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': String(now),
    'x-slack-signature': `v0=${createHmac('sha256', newest).update(`v0:${now}:${body}`).digest('hex')}`,
    ...standardSignature({ id, now, body, keys }),
  }
  return { headers, body }
}
