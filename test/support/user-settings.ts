import { settingLines } from '../../src/domain/people/user-settings/settings'
import type { FieldValue, Json, Person } from './person'
import type { TestRealm } from './realm'
import { executeSql } from './tables'

/** Returns the settings in `POST /register`. */
export const settingsOf = async (user: Person): Promise<Json> => (await user.registers()).state.user_settings

/** Writes a setting of the realm into the table. */
export const setRealmSetting = (realm: TestRealm, name: string, value: FieldValue) =>
  executeSql(realm, 'INSERT INTO realm_settings (name, value) VALUES (?, ?)', name, JSON.stringify(value))

/** The event that the user receives about a changed setting. */
export const settingEvent = (property: string, value: FieldValue) => ({
  type: 'user_settings',
  op: 'update',
  property,
  value,
})

/** The event about a change of a user. */
export const userEvent = (person: Json) => ({ type: 'realm_user', op: 'update', person })

export const ofType = (events: Json[], type: string) => events.filter((event) => event.type === type)

/** A value of each setting that is not its initial value. */
export const OTHER_VALUES: Record<string, FieldValue> = {
  ...Object.fromEntries(Object.entries(settingLines).map(([name, { initial }]) => [name, otherThan(initial)])),
  web_font_size_px: 18,
  web_line_height_percent: 120,
  web_home_view: 'all_messages',
  emojiset: 'text',
  web_animate_image_previews: 'never',
  resolved_topic_notice_auto_read_policy: 'always',
  default_language: 'de',
  timezone: 'Asia/Kathmandu',
  notification_sound: 'none',
  email_notifications_batching_period_seconds: 604_800,
  parley_quiet_hours: '22:00-07:00',
  parley_keys: '{"star":["b","Ctrl-s"]}',
}

function otherThan(initial: FieldValue): FieldValue {
  if (typeof initial === 'boolean') return !initial
  return typeof initial === 'number' ? (initial === 3 ? 2 : 3) : ''
}

type InvalidValue = [name: string, value: FieldValue, msg: string]

const settingsWith = (matches: (initial: FieldValue, name: string) => boolean) =>
  Object.entries(settingLines).flatMap(([name, { initial }]) => (matches(initial, name) ? [name] : []))
const invalidValues = (
  names: readonly string[],
  values: readonly FieldValue[],
  msg: (name: string) => string,
): InvalidValue[] => names.flatMap((name) => values.map((value): InvalidValue => [name, value, msg(name)]))

const FLAGS = settingsWith((initial) => typeof initial === 'boolean')
const NUMBERS = ['web_font_size_px', 'web_line_height_percent', 'email_notifications_batching_period_seconds']
const NO_CODES = [...NUMBERS, 'parley_do_not_disturb_until']
const CODES = settingsWith((initial, name) => typeof initial === 'number' && !NO_CODES.includes(name))
const CHOICES = ['web_home_view', 'emojiset', 'web_animate_image_previews', 'resolved_topic_notice_auto_read_policy']

/** Invalid values of the settings that can have a default for new users, with the error text of each. */
export const INVALID_SETTINGS: [kind: string, values: InvalidValue[]][] = [
  [
    'text that is not JSON',
    invalidValues([...FLAGS, ...NUMBERS, ...CODES], ['maybe'], (name) => `${name} is not valid JSON`),
  ],
  ['a flag that is no boolean', invalidValues(FLAGS, [1, null], (name) => `${name} is not a boolean`)],
  ['an unknown code', invalidValues(CODES, [0, 6, true, null], (name) => `Invalid ${name}`)],
  ['an unknown choice', invalidValues(CHOICES, ['', 'sometimes', 'ALWAYS'], (name) => `Invalid ${name}`)],
  [
    'a number that is no integer',
    invalidValues(NUMBERS, [1.5, true, [16], null], (name) => `${name} is not an integer`),
  ],
  [
    'a value out of range',
    [
      ['web_font_size_px', -1, 'web_font_size_px is not a non-negative integer'],
      ['web_line_height_percent', -1, 'web_line_height_percent is not a non-negative integer'],
      ...[0, -1, 604_801].map((seconds): InvalidValue => {
        const msg = `Invalid email batching period: ${seconds} seconds`
        return ['email_notifications_batching_period_seconds', seconds, msg]
      }),
      ...['', 'gong', 'Ding'].map((sound): InvalidValue => [
        'notification_sound',
        sound,
        `Invalid notification sound '${sound}'`,
      ]),
    ],
  ],
]

/** Invalid values of the other settings. */
export const INVALID_OWN_SETTINGS: [kind: string, values: InvalidValue[]] = [
  'an unknown language or time zone, hours of no day, or keys in no list',
  [
    ...invalidValues(['default_language'], ['', 'xx', 'English', 'EN'], (name) => `Invalid ${name}`),
    ...invalidValues(
      ['parley_keys'],
      [
        'b',
        '[]',
        '{"star":"b"}',
        '{"star":[""]}',
        '{"star":["1","2","3","4","5","6"]}',
        `{"star":["${'x'.repeat(41)}"]}`,
      ],
      () => 'Invalid keys: expected lists of keys by command, in JSON, or nothing',
    ),
    ...invalidValues(
      ['parley_quiet_hours'],
      ['25:00-07:00', '22:00', '9:00-10:00', 'night'],
      () => "Invalid quiet hours: expected '22:00-07:00' or nothing",
    ),
    ...invalidValues(['timezone'], ['', 'Mars/Olympus', '+02:00', 'utc+1'], (name) => `Invalid ${name}`),
  ],
]
