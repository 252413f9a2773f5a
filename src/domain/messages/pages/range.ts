import { apiError, badRequest } from '../../../api/errors'
import { MAX_MESSAGES_PER_FETCH } from '../../realm/settings/limits'
import { missingAnchor, type AnchorParams } from './anchor'

export const anchorExcludedInside = badRequest(() => 'The anchor can only be excluded at an end of the range')
export const tooManyMessages = badRequest(() => `Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`)
export const messagesTooLarge = badRequest(
  () => 'These messages are too large for one response. Request fewer messages.',
)
export const parametersExclusive = apiError(
  'BAD_REQUEST',
  (f: { parameters: string }) => `Unsupported parameter combination: ${f.parameters}`,
)

/** How many messages before and after an anchor are requested, and whether the message at the anchor is. */
export type Range = AnchorParams & { include_anchor: boolean; num_before: number; num_after: number }

/** Throws if the range is too large, or excludes an anchor in its middle. */
export function requireValidRange({ include_anchor, num_before, num_after }: Range): void {
  if (num_before + num_after > MAX_MESSAGES_PER_FETCH) throw tooManyMessages({})
  if (num_before > 0 && num_after > 0 && !include_anchor) throw anchorExcludedInside({})
}

type RangeParams = Partial<Omit<Range, 'include_anchor'>> & {
  include_anchor: boolean
  use_first_unread_anchor: boolean
}

/** Returns the range that the client requested. A side without a number has no messages. Throws without an anchor. */
export function resolveRange({
  anchor,
  anchor_date,
  include_anchor,
  num_before,
  num_after,
  ...more
}: RangeParams): Range {
  const requested = more.use_first_unread_anchor ? 'first_unread' : anchor
  if (requested === undefined) throw missingAnchor({})
  return { anchor: requested, anchor_date, include_anchor, num_before: num_before ?? 0, num_after: num_after ?? 0 }
}

/** Throws if a request with `message_ids` has parameters of a range, too. */
export function requireNoRange({
  anchor,
  num_before,
  num_after,
  include_anchor,
  use_first_unread_anchor,
}: RangeParams): void {
  const given = Object.entries({ num_before, num_after, anchor }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (!include_anchor) given.push('include_anchor')
  if (use_first_unread_anchor) given.push('use_first_unread_anchor')
  if (given.length > 0) throw parametersExclusive({ parameters: [...given, 'message_ids'].join(', ') })
}
