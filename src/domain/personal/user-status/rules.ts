import { refusalOfTextLength } from '../../../api/parameter-errors'
import { ApiError, badRequest } from '../../../api/errors'
import type { EmojiOfRealm } from '../../customization/emoji/custom-emoji'
import { emojiMeant, type Emoji, type EmojiType } from '../../customization/emoji/rules'

/** What somebody says of themselves beside being here or not. No words and no emoji are the empty string. */
export type Status = { status_text: string } & { [Field in keyof Emoji]: Emoji[Field] | '' }

export const NO_STATUS: Status = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' }

/** As clients say it: what is left out stays as it is. */
export type WantedStatus = {
  status_text?: string
  emoji_name?: string
  emoji_code?: string
  reaction_type?: EmojiType
  away?: boolean
}

/** As everyone is told: a status without what it lacks, or only what is news of it. */
export type ToldStatus = Partial<Omit<Status, 'reaction_type'>> & { reaction_type?: EmojiType; away?: boolean }

export const noNewValues = badRequest(() => 'Client did not pass any new values.')
export const emojiNameNeeded = badRequest(
  () => 'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
)
export const mayNotSetStatus = badRequest(() => 'Insufficient permission')

const MAX_STATUS_LENGTH = 60

/** What a wish comes to. An empty name takes the emoji away; clients expect a type even of none. */
export function statusNews(wanted: WantedStatus, custom: EmojiOfRealm): ToldStatus | ApiError {
  const { status_text, away, ...emoji } = wanted
  const { emoji_name, emoji_code, reaction_type } = emoji
  if (emoji_name === undefined && (emoji_code !== undefined || reaction_type !== undefined)) return emojiNameNeeded({})
  const words = status_text?.trim()
  if (words === undefined && emoji_name === undefined && away === undefined) return noNewValues({})
  const lengthy = refusalOfTextLength('status_text', words ?? '', MAX_STATUS_LENGTH)
  if (lengthy) return lengthy

  const chosen = chosenEmoji({ emoji_name, emoji_code, reaction_type }, custom)
  if (chosen instanceof ApiError) return chosen
  return { ...(away === undefined ? {} : { away }), ...(words === undefined ? {} : { status_text: words }), ...chosen }
}

function chosenEmoji({ emoji_name, ...more }: WantedStatus, custom: EmojiOfRealm): ToldStatus | ApiError {
  if (emoji_name === undefined) return {}
  if (emoji_name === '') return { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }
  return emojiMeant({ emoji_name, ...more }, custom)
}

/** The status after the news. */
export function statusAfter(before: Status, { away: _, ...news }: ToldStatus): Status {
  const after = { ...before, ...news }
  return after.emoji_name === '' ? { ...after, emoji_code: '', reaction_type: '' } : after
}

/** A status as it is shown: what it lacks is not mentioned. */
export function statusShown({ status_text, emoji_name, emoji_code, reaction_type }: Status, away: boolean): ToldStatus {
  return {
    ...(away ? { away } : {}),
    ...(status_text === '' ? {} : { status_text }),
    ...(reaction_type === '' ? {} : { emoji_name, emoji_code, reaction_type }),
  }
}
