import {
  DATES,
  findControl,
  isOneOf,
  MENUS,
  type Control,
  type ControlOption,
  type ControlRow,
} from '../../../../integrations/controls'
import { escapeLiteral } from '../../../../markdown/escape'
import { slackRequest } from '../slack-request'
import type { Press } from './rules'

/** What the receiver of a press learns of the user, the message and the place. */
export type PressCall = {
  realm_name: string
  host: string
  press_id: string
  user: { user_id: number; full_name: string }
  bot: { user_id: number; full_name: string }
  message: { id: number; sent_at: number; content: string }
  channel: { stream_id: number; name: string } | undefined
  rows: readonly ControlRow[]
  press: Press
  /** The address of later answers. */
  response_url: string
}

/** Returns the headers and the body of a request for a press. The form is that of Slack, whose receivers understand it. */
export function pressRequest(call: PressCall, secrets: readonly string[], now: number) {
  return slackRequest(`press_${call.press_id}`, { payload: JSON.stringify(payloadOf(call, now)) }, secrets, now)
}

function payloadOf({ realm_name, host, user, bot, message, channel, press, rows, ...call }: PressCall, now: number) {
  const team = { id: `T${realm_name}`, domain: host }
  const place = channel
    ? { id: `C${channel.stream_id}`, name: channel.name }
    : { id: `D${bot.user_id}`, name: 'directmessage' }
  const ts = `${message.sent_at}.${String(message.id).padStart(6, '0')}`
  return {
    type: 'block_actions',
    user: { id: `U${user.user_id}`, username: user.full_name, name: user.full_name, team_id: team.id },
    api_app_id: `A${bot.user_id}`,
    container: { type: 'message', message_ts: ts, channel_id: place.id, is_ephemeral: false },
    trigger_id: `${now}.${call.press_id}`,
    team,
    enterprise: null,
    is_enterprise_install: false,
    channel: place,
    message: {
      type: 'message',
      subtype: 'bot_message',
      user: `U${bot.user_id}`,
      bot_id: `B${bot.user_id}`,
      username: bot.full_name,
      text: message.content,
      ts,
      team: team.id,
    },
    state: { values: stateOf(rows, press) },
    response_url: call.response_url,
    actions: [actionOf(rows, press, now)],
  }
}

function actionOf(rows: readonly ControlRow[], press: Press, now: number) {
  const { block_id, action_id } = press
  const { type = 'button', text, value, ...control } = findControl(rows, press) ?? {}
  const chosen = press.values.find((each) => each.block_id === block_id && each.action_id === action_id)?.values ?? []
  const action = { action_id, block_id, type, action_ts: `${now}.000000` }
  if (type !== 'button') return { ...action, ...valueIn({ type, ...control }, chosen) }
  return { ...action, text: plain(text ?? ''), ...(value === undefined ? {} : { value }) }
}

/** Returns the values of all menus and fields of the message, by the ids of their blocks and of themselves. */
function stateOf(rows: readonly ControlRow[], { values }: Press): Record<string, Record<string, object>> {
  const written = rows.map(({ block_id, controls }) => {
    const states = controls
      .filter(({ type }) => type !== 'button' && type !== 'overflow')
      .map((control) => {
        const { action_id, type } = control
        const found = values.find((each) => each.block_id === block_id && each.action_id === action_id)
        return [action_id, { type, ...valueIn(control, found?.values ?? []) }] as const
      })
    return [block_id, Object.fromEntries(states)] as const
  })
  return Object.fromEntries(written.filter(([, states]) => Object.keys(states).length > 0))
}

/** Returns a value in the field that it has in Slack. An empty control is null. */
function valueIn({ type, options = [] }: Pick<Control, 'type' | 'options'>, chosen: readonly string[]): object {
  const found = chosen.flatMap((value) => options.find((option) => option.value === value) ?? []).map(optionOf)
  const [first = null] = chosen
  if (type === 'checkboxes') return { selected_options: found }
  if (isOneOf(MENUS, type)) return { selected_option: found[0] ?? null }
  if (isOneOf(DATES, type)) return type === 'datepicker' ? { selected_date: first } : { selected_time: first }
  return { value: first }
}

const optionOf = ({ text, value }: ControlOption) => ({ text: plain(text), value })
const plain = (text: string) => ({ type: 'plain_text', text: escapeLiteral(text), emoji: true })
