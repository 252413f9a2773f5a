import type { AutomationAction, AutomationTrigger } from '../../../client-state/wire'
import { textOf, typedIn } from '../parts'

export type TriggerKind = AutomationTrigger['kind']
export type ActionKind = AutomationAction['kind']

/** Returns the name of a field of one action. */
export const fieldOf = (key: number, name: string): string => `${key}-${name}`

const parts = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const PERIODS = ['once', 'day', 'weekday', 'week'] as const

/** Returns what the fields of a form say about the start of an automation. */
export function triggerIn(fields: FormData, kind: TriggerKind): AutomationTrigger {
  const stream_id = Number(textOf(fields, 'channel'))
  switch (kind) {
    case 'message':
      return { kind, stream_id, words: parts(textOf(fields, 'words'), ',') }
    case 'reaction':
      return { kind, stream_id, emoji_name: textOf(fields, 'emoji').replaceAll(':', '') }
    case 'time': {
      const every = PERIODS.find((period) => period === textOf(fields, 'every')) ?? 'once'
      return { kind, at: Math.floor(new Date(textOf(fields, 'at')).getTime() / 1000), every }
    }
    case 'form':
      return { kind, stream_id, title: textOf(fields, 'title'), fields: parts(typedIn(fields, 'questions'), '\n') }
    case 'new_member':
    case 'webhook':
      return { kind }
  }
}

/** Returns what the fields of a form say about one action. */
export function actionIn(fields: FormData, key: number, kind: ActionKind): AutomationAction {
  const text = (name: string) => textOf(fields, fieldOf(key, name))
  const [channel, topic, content] = [text('channel'), text('topic'), text('content')]
  switch (kind) {
    case 'send':
      return { kind, stream_id: channel === '' ? null : Number(channel), topic, content }
    case 'create_topic':
      return { kind, stream_id: Number(channel), topic, content }
    case 'write_to_person':
      return { kind, content }
    case 'add_to_group':
      return { kind, group_id: Number(text('group')) }
    case 'remind':
      return { kind, minutes: Number(text('minutes')), note: text('note') }
    case 'call':
      return { kind, url: text('url') }
  }
}

/** Returns a time as a field of the type `datetime-local` has it: in the zone of the browser. */
export function localTime(seconds: number): string {
  const offset = new Date(seconds * 1000).getTimezoneOffset() * 60
  return new Date((seconds - offset) * 1000).toISOString().slice(0, 16)
}
