import { refusalOfTextLength } from '../../../api/parameter-errors'
import { badRequest } from '../../../api/errors'
import type { CustomEmojiById } from '../../customization/emoji/custom-emoji'
import {
  completeEmoji,
  emojiDoesNotExist,
  refusalOfEmoji,
  type Emoji,
  type EmojiType,
} from '../../customization/emoji/rules'

/** The stored status. An absent text or emoji is the empty string. */
export type Status = { status_text: string } & { [Field in keyof Emoji]: Emoji[Field] | '' }

export const NO_STATUS: Status = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' }

/** A status in a request. A property that is absent does not change. */
export type StatusRequest = {
  status_text?: string
  emoji_name?: string
  emoji_code?: string
  reaction_type?: EmojiType | ''
  away?: boolean
}

/** A status in a response, without absent parts; or in an event, with only the changes. */
export type StatusFields = Partial<Omit<Status, 'reaction_type'>> & { reaction_type?: EmojiType; away?: boolean }

export const noNewValues = badRequest(() => 'Client did not pass any new values.')
export const emojiNameNeeded = badRequest(
  () => 'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
)
export const mayNotSetStatus = badRequest(() => 'Insufficient permission')

const MAX_STATUS_LENGTH = 60

/**
 * Returns the changes in a request. An empty `emoji_name` removes the emoji; clients expect a `reaction_type` even then. An empty
 * code or type counts as absent. Throws an error of the text or of the emoji.
 */
export function requireStatusChange(request: StatusRequest, custom: CustomEmojiById): StatusFields {
  const { away, emoji_name, emoji_code, reaction_type } = request
  if (emoji_name === undefined && (emoji_code !== undefined || reaction_type !== undefined)) throw emojiNameNeeded({})
  const status_text = request.status_text?.trim()
  if (status_text === undefined && emoji_name === undefined && away === undefined) throw noNewValues({})
  const refusal = refusalOfTextLength('status_text', status_text ?? '', MAX_STATUS_LENGTH)
  if (refusal) throw refusal
  return {
    ...(away === undefined ? {} : { away }),
    ...(status_text === undefined ? {} : { status_text }),
    ...requireStatusEmoji({ emoji_name, emoji_code, reaction_type }, custom),
  }
}

function requireStatusEmoji(
  { emoji_name, emoji_code, reaction_type }: StatusRequest,
  custom: CustomEmojiById,
): StatusFields {
  if (emoji_name === undefined) return {}
  if (emoji_name === '') return { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }
  const key = { emoji_code: emoji_code || undefined, reaction_type: reaction_type || undefined }
  const emoji = completeEmoji({ emoji_name, ...key }, custom)
  if (emoji === undefined) throw emojiDoesNotExist({ emoji_name })
  const refusal = refusalOfEmoji(emoji, custom)
  if (refusal) throw refusal
  return emoji
}

export function statusAfter(before: Status, { away: _, ...changes }: StatusFields): Status {
  const after = { ...before, ...changes }
  return after.emoji_name === '' ? { ...after, emoji_code: '', reaction_type: '' } : after
}

/** Returns the status as clients receive it, without the parts that are absent. */
export function visibleStatus(
  { status_text, emoji_name, emoji_code, reaction_type }: Status,
  away: boolean,
): StatusFields {
  return {
    ...(away ? { away } : {}),
    ...(status_text === '' ? {} : { status_text }),
    ...(reaction_type === '' ? {} : { emoji_name, emoji_code, reaction_type }),
  }
}
