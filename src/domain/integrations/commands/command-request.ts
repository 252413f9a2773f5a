import { slackRequest } from './slack-request'

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

/** Returns the headers and the body of a request for a command. The form is that of Slack and Mattermost, whose receivers understand it. */
export function commandRequest(call: CommandCall, secrets: readonly string[], now: number) {
  const { realm_name, host, command, text, user, channel, response_url, run_id } = call
  const form = {
    team_id: `T${realm_name}`,
    team_domain: host,
    channel_id: channel ? `C${channel.stream_id}` : 'D',
    channel_name: channel?.name ?? 'directmessage',
    user_id: `U${user.user_id}`,
    user_name: user.full_name,
    command: `/${command}`,
    text,
    response_url,
  }
  return slackRequest(`cmd_${run_id}`, form, secrets, now)
}
