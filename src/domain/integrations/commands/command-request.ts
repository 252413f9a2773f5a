import { createHmac } from 'node:crypto'

/** What the receiver of a command learns of the user who ran it, and of the place. */
export type CommandCall = {
  realm_name: string
  host: string
  command: string
  text: string
  user: { user_id: number; full_name: string }
  channel: { stream_id: number; name: string } | undefined
}

/**
 * Returns the headers and the body of a request for a command. The form is that of Slack and Mattermost, so that their receivers
 * understand it. It is signed in the way of Slack: the version, the time and the body.
 */
export function commandRequest(call: CommandCall, secret: string, now: number) {
  const { realm_name, host, command, text, user, channel } = call
  const body = new URLSearchParams({
    team_id: `T${realm_name}`,
    team_domain: host,
    channel_id: channel ? `C${channel.stream_id}` : 'D',
    channel_name: channel?.name ?? 'directmessage',
    user_id: `U${user.user_id}`,
    user_name: user.full_name,
    command: `/${command}`,
    text,
  }).toString()
  const signature = createHmac('sha256', secret).update(`v0:${now}:${body}`).digest('hex')
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': String(now),
    'x-slack-signature': `v0=${signature}`,
  }
  return { headers, body }
}
