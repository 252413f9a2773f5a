/** How a setting is chosen. Its name, its sentence and its options are in the catalogue. */
export type Line =
  | { kind: 'flag' }
  /**
   * One of the options of the catalogue. `codes`: the API has them as numbers. `without`: this client has no such view. `among`:
   * the field of the state that has the options of this deployment.
   */
  | { kind: 'choice'; codes?: boolean; without?: readonly number[]; among?: 'realm_available_video_chat_providers' }
  | { kind: 'number'; least: number; most: number }
  | { kind: 'text'; most: number; isLong?: boolean }
  /** A number of `unit` seconds, or no limit. */
  | { kind: 'limit'; unit: number }
  /** A number of days, or for ever. */
  | { kind: 'days' }
  | { kind: 'channel' }
  /** `codes`: the API has the values as numbers. */
  | { kind: 'list'; values: () => [value: string, name: string][]; codes?: boolean }

export const flag: Line = { kind: 'flag' }
export const choice: Line = { kind: 'choice' }
export const code: Line = { kind: 'choice', codes: true }
export const channel: Line = { kind: 'channel' }
export const number = (least: number, most: number): Line => ({ kind: 'number', least, most })
export const text = (most: number, isLong = false): Line => ({ kind: 'text', most, isLong })
