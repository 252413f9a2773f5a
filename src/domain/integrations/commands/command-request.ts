import { createHmac } from 'node:crypto'
import { standardSignature } from '../../../outside/standard-webhooks'

/** What the receiver of a command learns of the user who ran it, and of the place. */
export type CommandCall = {
  realm_name: string
  host: string
  run_id: string
  command: string
  text: string
  user: { user_id: number; full_name: string }
  channel: { stream_id: number; name: string } | undefined
  /** The address of late answers. */
  response_url: string
}

/**
 * Returns the headers and the body of a request for a command. The form is that of Slack and Mattermost, so that their receivers
 * understand it. It is signed in the way of Slack, with the newest secret, and as Standard Webhooks describes, with each secret.
 */
export function commandRequest(call: CommandCall, secrets: readonly string[], now: number) {
  const { realm_name, host, command, text, user, channel, response_url, run_id } = call
  const body = new URLSearchParams({
    team_id: `T${realm_name}`,
    team_domain: host,
    channel_id: channel ? `C${channel.stream_id}` : 'D',
    channel_name: channel?.name ?? 'directmessage',
    user_id: `U${user.user_id}`,
    user_name: user.full_name,
    command: `/${command}`,
    text,
    response_url,
  }).toString()
  const keys = secrets.map((secret) => Buffer.from(secret, 'base64'))
  const [newest = ''] = secrets
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': String(now),
    'x-slack-signature': `v0=${createHmac('sha256', newest).update(`v0:${now}:${body}`).digest('hex')}`,
    ...standardSignature({ id: `cmd_${run_id}`, now, body, keys }),
  }
  return { headers, body }
}
