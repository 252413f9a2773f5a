import { referenceName } from './ids'

/**
 * Settings that released versions of the reference server do not have, or have elsewhere, and settings that users must choose
 * again. Its import stops at a column that it does not know.
 */
const OTHERS = [
  'presence_disabled',
  'allow_private_data_export',
  'timezone',
  'web_inbox_show_channel_folders',
  'default_avatar_source',
  'media_preview_size',
]

/** Settings whose values have numbers in the tables of the reference server. */
const NUMBERS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  message_edit_history_visibility_policy: { all: 1, moves: 2, none: 3 },
  topics_policy: { inherit: 1, allow_empty_topic: 2, disable_empty_topic: 3, empty_topic_only: 4 },
  resolved_topic_notice_auto_read_policy: { always: 1, except_followed: 2, never: 3 },
}

/** Returns the value that a column of the reference server has for a setting. */
export const storedValue = (name: string, value: unknown): unknown =>
  typeof value === 'string' ? (NUMBERS[name]?.[value] ?? referenceName(value)) : value

/** Returns settings with the names and values of the reference server. Settings that only this server has are left out. */
export const withoutOwn = (
  settings: Readonly<Record<string, unknown>>,
  except: readonly string[] = [],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings)
      .filter(([name]) => !name.startsWith('parley_') && !OTHERS.includes(name) && !except.includes(name))
      .map(([name, value]) => [referenceName(name), storedValue(name, value)]),
  )
